import { Box, Grid, HStack, Text } from '@chakra-ui/react';
import type { MergeValues } from '@dripline/contract/rules/fill-merge-fields';
import { Trash2 } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { IconAction } from '../../../ui/button/icon-action';
import { DelayFields } from './delay-fields';
import { MessageField } from './message-field';
import type { SequenceValues } from '../sequence-values';
import { MessagePreview } from './message-preview';

interface StepEditorProps {
  index: number;
  time: string;
  /** The merge fields that can be inserted. */
  tokens: string[];
  example: MergeValues;
  /** Absent for the only step, which cannot be removed. */
  onRemove?: () => void;
}

const phoneAreas = '"delay" "message" "preview"';
const desktopAreas = '"delay message" "preview message"';

/** Edits one step: its delay and message. */
export function StepEditor({ index, time, tokens, example, onRemove }: StepEditorProps) {
  const { control } = useFormContext<SequenceValues>();
  const text = useWatch({ control, name: `steps.${index}.message` });
  return (
    <Box role="group" aria-label={`Step ${index + 1}`} borderWidth="1px" borderRadius="l2" padding="4">
      <HStack justify="space-between" minHeight="8" marginBottom="2">
        <Text fontWeight="semibold" textStyle="sm">
          Step {index + 1}
          <Text as="span" marginStart="2" color="brand.fg" fontWeight="medium" className="tabular">
            {time}
          </Text>
        </Text>
        {onRemove && <IconAction label={`Remove step ${index + 1}`} icon={Trash2} onClick={onRemove} />}
      </HStack>
      <Grid
        templateAreas={{ base: phoneAreas, md: desktopAreas }}
        templateColumns={{ base: 'minmax(0, 1fr)', md: '15rem minmax(0, 1fr)' }}
        templateRows={{ md: 'auto 1fr' }}
        gap="4"
      >
        <Box gridArea="delay">
          <DelayFields index={index} />
        </Box>
        <Box gridArea="message">
          <MessageField index={index} tokens={tokens} example={example} />
        </Box>
        <Box gridArea="preview">
          <MessagePreview text={text} example={example} isFirst={index === 0} />
        </Box>
      </Grid>
    </Box>
  );
}
