import { HStack, Stack, Text } from '@chakra-ui/react';
import type { SampleAnswers } from '@dripline/contract/rules/sample-lead';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { IconAction } from '../../../ui/button/icon-action';
import { sequenceMessages } from '../../../messages/sequences';
import { DelayFields } from './delay-fields';
import { MessageField } from './message-field';
import { MessageVariants } from './message-variants';
import type { SequenceValues } from '../sequence-values';
import { MessagePreview } from './message-preview';

interface StepEditorProps {
  index: number;
  /** How many steps there are. The only step can neither be moved nor removed. */
  count: number;
  time: string;
  sequenceId: string | undefined;
  /** Whether the client may compare messages. */
  canTest: boolean;
  /** The merge fields that can be inserted. */
  tokens: string[];
  example: SampleAnswers;
  /** Moves the step to another place. */
  onMove: (to: number) => void;
  onRemove: () => void;
}

/** Edits one step: its delay and message, above the message as a phone shows it. */
export function StepEditor({
  index,
  count,
  time,
  sequenceId,
  canTest,
  tokens,
  example,
  onMove,
  onRemove,
}: StepEditorProps) {
  const { control } = useFormContext<SequenceValues>();
  const text = useWatch({ control, name: `steps.${index}.message` });
  const number = index + 1;
  const moves = [
    { label: sequenceMessages.moveUp(number), icon: ArrowUp, to: index - 1 },
    { label: sequenceMessages.moveDown(number), icon: ArrowDown, to: index + 1 },
  ];
  return (
    <Stack role="group" aria-label={`Step ${number}`} gap="4" minWidth="0">
      <HStack justify="space-between" minHeight={{ base: '11', md: '8' }}>
        <Text fontWeight="semibold" textStyle="sm" hideBelow="md">
          Step {number}
          <Text as="span" marginStart="2" color="brand.fg" fontWeight="medium" className="tabular">
            {time}
          </Text>
        </Text>
        {count > 1 && (
          <HStack gap="0" marginStart="auto">
            {moves.map(({ to, ...action }) => {
              const isOff = to < 0 || to === count;
              // Not `disabled`, because the button would lose the focus when the step arrives at an end.
              const look = { 'aria-disabled': isOff, opacity: isOff ? 0.4 : 1 };
              return <IconAction key={to - index} {...action} {...look} onClick={() => !isOff && onMove(to)} />;
            })}
            <IconAction label={`Remove step ${number}`} icon={Trash2} onClick={onRemove} />
          </HStack>
        )}
      </HStack>
      <DelayFields index={index} />
      <MessageField index={index} tokens={tokens} example={example} />
      <MessageVariants index={index} sequenceId={sequenceId} canTest={canTest} tokens={tokens} example={example} />
      <MessagePreview text={text} example={example} isFirst={index === 0} />
    </Stack>
  );
}
