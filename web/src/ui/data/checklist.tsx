import { Button, Center, Heading, HStack, Stack, Text } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import { useId } from 'react';
import { LinkButton } from '../button/link-button';
import { Card } from '../layout/card';

/** A step of a checklist. */
export interface ChecklistStep {
  title: string;
  /** What to do, shown until the step is done. */
  text: string;
  isDone: boolean;
  /** The screen where the step is done, if it can be done yet. */
  action: { to: string; label: string } | false;
}

interface ChecklistProps {
  title: string;
  /** The progress in words. */
  progress: string;
  steps: readonly ChecklistStep[];
  hideLabel: string;
  onHide: () => void;
}

/** Steps in order, of which the first that is not done has the main button. */
export function Checklist({ title, progress, steps, hideLabel, onHide }: ChecklistProps) {
  const headingId = useId();
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <Card as="section" aria-labelledby={headingId} padding="5">
      <HStack gap="3" marginBottom="4">
        <Heading as="h2" id={headingId} fontSize="md" lineHeight="1.5rem">
          {title}
        </Heading>
        <Text textStyle="sm" color="fg.muted">
          {progress}
        </Text>
        <Button variant="ghost" colorPalette="gray" size="xs" marginStart="auto" onClick={onHide}>
          {hideLabel}
        </Button>
      </HStack>
      <Stack as="ol" gap="4" listStyleType="none">
        {steps.map((step, index) => (
          <Step key={step.title} step={step} number={index + 1} isNext={step === next} />
        ))}
      </Stack>
    </Card>
  );
}

function Step({ step, number, isNext }: { step: ChecklistStep; number: number; isNext: boolean }) {
  const { title, text, isDone, action } = step;
  return (
    <HStack as="li" align="start" gap="3" {...(isNext ? { 'aria-current': 'step' } : {})}>
      <Center
        boxSize="6"
        flexShrink="0"
        borderRadius="full"
        textStyle="xs"
        {...(isDone
          ? { bg: 'brand.subtle', color: 'brand.fg' }
          : { borderWidth: '1px', color: 'fg.muted', borderColor: isNext ? 'brand.solid' : 'border' })}
        aria-hidden="true"
      >
        {isDone ? <Check size={14} /> : number}
      </Center>
      <Stack flex="1" direction={{ base: 'column', sm: 'row' }} justify="space-between" gap="2" minWidth="0">
        <Stack gap="0.5">
          <Text fontWeight="medium" color={isDone ? 'fg.muted' : undefined}>
            {title}
            {isDone && <Text as="span" srOnly children=" (done)" />}
          </Text>
          {!isDone && (
            <Text textStyle="sm" color="fg.muted">
              {text}
            </Text>
          )}
        </Stack>
        {!isDone && action && (
          <LinkButton to={action.to} size="sm" flexShrink="0" alignSelf="start" variant={isNext ? 'solid' : 'outline'}>
            {action.label}
          </LinkButton>
        )}
      </Stack>
    </HStack>
  );
}
