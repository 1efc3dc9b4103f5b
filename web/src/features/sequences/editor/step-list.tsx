import { Button, Heading, HStack, Stack, Text } from '@chakra-ui/react';
import { MAX_STEPS } from '@dripline/contract/limits';
import { CalendarClock, Plus } from 'lucide-react';
import { useRef } from 'react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { useFocusAfterRender } from '../../../ui/focus/use-focus-after-render';
import { sharedMessages } from '../../../messages/shared';
import { stepOffsets, toValidMinutes } from '../delay';
import { defaultNextStep, type SequenceValues } from '../sequence-values';
import { StepEditor } from './step-editor';
import { useMergeFields } from './use-merge-fields';

interface StepListProps {
  clientId: string;
  onPreview: () => void;
}

/** The steps of the sequence under edit. At least one step remains. */
export function StepList({ clientId, onPreview }: StepListProps) {
  const { control, getValues } = useFormContext<SequenceValues>();
  const { fields, append, remove } = useFieldArray({ control, name: 'steps' });
  const { tokens, example } = useMergeFields(clientId);
  const box = useRef<HTMLDivElement>(null);
  const focusNext = useFocusAfterRender(box);
  const removeStep = (index: number) => {
    focusNext(`Remove step ${Math.min(index + 1, fields.length - 1)}`, 'Add step');
    remove(index);
  };
  const times = stepOffsets(useWatch({ control, name: 'steps' }).map(toValidMinutes));
  return (
    <Stack as="section" ref={box} gap="3" borderTopWidth="1px" marginTop="5" paddingTop="5">
      <HStack justify="space-between" gap="2" flexWrap="wrap">
        <Heading as="h3" size="sm">
          Messages
        </Heading>
        <HStack gap="1">
          <Button size="sm" variant="ghost" paddingX="2" onClick={onPreview}>
            <CalendarClock aria-hidden="true" /> {sharedMessages.preview}
          </Button>
          {fields.length < MAX_STEPS && (
            <Button size="sm" variant="outline" onClick={() => append(defaultNextStep(getValues('steps').at(-1)))}>
              <Plus aria-hidden="true" /> Add step
            </Button>
          )}
        </HStack>
      </HStack>
      <Text textStyle="sm" color="fg.muted">
        Each delay starts at the previous step. Merge fields such as {'{{firstName}}'} are filled in for each lead.
      </Text>
      <Stack
        as="ol"
        role="list"
        aria-label="Steps"
        listStyleType="none"
        gap="3"
        maxHeight="300px"
        overflowY="auto"
        paddingEnd="1"
      >
        {fields.map(({ id }, index) => (
          <li key={id}>
            <StepEditor
              index={index}
              time={times[index] ?? ''}
              tokens={tokens}
              example={example}
              {...(fields.length > 1 ? { onRemove: () => removeStep(index) } : {})}
            />
          </li>
        ))}
      </Stack>
    </Stack>
  );
}
