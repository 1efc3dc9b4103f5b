import { Button, Input, Stack, Text } from '@chakra-ui/react';
import { MAX_FORM_KEYS, MAX_NAME_LENGTH } from '@dripline/contract/limits';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { FormField } from '../../ui/form-field';
import { BuilderSection } from './builder-section';
import type { DraftField } from './campaign-draft';
import { FieldEditor } from './field-editor';
import { fieldProblem } from './field-problem';
import { FieldRow } from './field-row';
import { moveItem } from './move-item';
import { useBuilderForm } from './use-builder-form';

/** The questions that visitors answer, and the button below them. */
export function FormSection() {
  const { control, register, setValue, formState } = useBuilderForm();
  const fields = useWatch({ control, name: 'formFields' });
  const [open, setOpen] = useState<number | 'new'>();
  const change = (next: DraftField[]) => {
    setValue('formFields', next, { shouldDirty: true });
    setOpen(undefined);
  };
  const taken = fields.map(({ id }) => id);
  const close = () => setOpen(undefined);

  return (
    <BuilderSection title="Form" hint="Ask only what you need: each question costs some answers.">
      <Stack as="ol" gap="2" listStyleType="none">
        {fields.map((field, index) => (
          <li key={`${field.id}-${index}`}>
            {open === index ? (
              <FieldEditor taken={taken} field={field} onCancel={close} onDone={(changed) => change(fields.with(index, changed))} />
            ) : (
              <FieldRow
                field={field}
                isFirst={index === 0}
                isLast={index === fields.length - 1}
                error={fieldProblem(formState.errors.formFields?.[index])}
                onMove={(by) => change(moveItem(fields, index, by))}
                onEdit={() => setOpen(index)}
                onRemove={() => change(fields.toSpliced(index, 1))}
              />
            )}
          </li>
        ))}
      </Stack>
      {fields.length === 0 && open !== 'new' && (
        <Text textStyle="sm" color="fg.muted">
          No fields yet. A phone number is what follow-up texts need.
        </Text>
      )}
      {open === 'new' ? (
        <FieldEditor taken={taken} onCancel={close} onDone={(added) => change([...fields, added])} />
      ) : (
        <Button variant="outline" colorPalette="gray" onClick={() => setOpen('new')} disabled={fields.length >= MAX_FORM_KEYS}>
          <Plus aria-hidden="true" />
          New Field
        </Button>
      )}
      <FormField label="Submit Button Text" error={formState.errors.submitButtonText?.message}>
        <Input {...register('submitButtonText')} maxLength={MAX_NAME_LENGTH} autoComplete="off" />
      </FormField>
    </BuilderSection>
  );
}
