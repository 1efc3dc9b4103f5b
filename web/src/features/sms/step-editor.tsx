import { Box, Grid, HStack, Input, SimpleGrid, Text, Textarea } from '@chakra-ui/react';
import { SMS_LENGTH, SMS_MAX_LENGTH } from '@dripline/contract/limits';
import { Trash2 } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { plural } from '../../format';
import { FormField } from '../../ui/form-field';
import { IconAction } from '../../ui/icon-action';
import { segmentsOf } from './segments';
import type { SequenceValues } from './sequence-values';

interface StepEditorProps {
  index: number;
  time: string;
  /** Absent while it is the only step. */
  onRemove?: () => void;
}

const units = [
  { name: 'days', label: 'Days', max: 366 },
  { name: 'hours', label: 'Hours', max: 23 },
  { name: 'minutes', label: 'Minutes', max: 59 },
] as const;

/** One step: how long it waits, and what it says. */
export function StepEditor({ index, time, onRemove }: StepEditorProps) {
  const { control, formState, register } = useFormContext<SequenceValues>();
  const errors = formState.errors.steps?.[index];
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
      <Grid templateColumns={{ base: '1fr', md: '15rem 1fr' }} gap="4">
        <SimpleGrid columns={3} gap="2">
          {units.map(({ name, label, max }) => (
            <FormField key={name} label={label} error={errors?.[name]?.message}>
              <Input
                type="number"
                inputMode="numeric"
                min={0}
                max={max}
                step={1}
                {...register(`steps.${index}.${name}`, {
                  valueAsNumber: true,
                  validate: (value) => (Number.isInteger(value) && value >= 0 && value <= max) || `0 to ${max}`,
                })}
              />
            </FormField>
          ))}
        </SimpleGrid>
        <FormField label="Message" required error={errors?.message?.message} hint={<Counter text={text} />}>
          <Textarea
            rows={2}
            autoresize
            maxLength={SMS_MAX_LENGTH}
            placeholder="Hi {{firstName}}, thanks for reaching out!"
            {...register(`steps.${index}.message`, { validate: (value) => value.trim() !== '' || 'Enter the message' })}
          />
        </FormField>
      </Grid>
    </Box>
  );
}

function Counter({ text }: { text: string }) {
  return (
    <span className="tabular">
      {text.length}/{SMS_LENGTH} characters · {plural(segmentsOf(text), 'segment')}
    </span>
  );
}
