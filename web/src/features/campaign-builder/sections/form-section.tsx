import { Button, HStack, Input, Stack, Text, VisuallyHidden } from '@chakra-ui/react';
import { MAX_FORM_KEYS, MAX_NAME_LENGTH } from '@dripline/contract/limits';
import { Plus } from 'lucide-react';
import { useRef } from 'react';
import type { FieldError, FieldErrors, Merge } from 'react-hook-form';
import { FormField } from '../../../ui/form/form-field';
import { builderMessages } from '../../../messages/campaign-builder';
import { BuilderSection } from './builder-section';
import type { DraftField } from '../campaign-draft';
import { DisclosureField } from './disclosure-field';
import { FieldEditor } from '../fields/field-editor';
import { FieldRow } from '../fields/field-row';
import { useBuilderForm } from '../use-builder-form';
import { useDragReorder } from '../fields/use-drag-reorder';
import { NEW_FIELD_LABEL, useFieldList } from '../fields/use-field-list';

/** The form fields, the submit button's text and the consent text. */
export function FormSection() {
  const { register, formState } = useBuilderForm();
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const { fields, open, setOpen, announcement, removed, undoRemove, close, add, update, move, moveTo, remove } =
    useFieldList(box);
  const { drag, start } = useDragReorder(list, moveTo);
  const taken = fields.map(({ id }) => id);

  return (
    <BuilderSection title="Form" hint="Ask only for what you need. Shorter forms get more submissions.">
      <Stack ref={box} gap="4">
        <VisuallyHidden role="status">{announcement}</VisuallyHidden>
        <Stack as="ol" ref={list} gap="2" listStyleType="none">
          {fields.map((field, index) => (
            <li key={field.id} data-field={field.id}>
              {open === index ? (
                <FieldEditor
                  existingIds={taken}
                  field={field}
                  onCancel={close}
                  onDone={(changed) => update(index, changed)}
                />
              ) : (
                <FieldRow
                  field={field}
                  isFirst={index === 0}
                  isLast={index === fields.length - 1}
                  error={fieldErrorMessage(formState.errors.formFields?.[index])}
                  drag={dragAt(index, drag)}
                  onDragStart={start(index)}
                  onMove={(by) => move(index, by)}
                  onEdit={() => setOpen(index)}
                  onRemove={() => remove(index)}
                />
              )}
            </li>
          ))}
        </Stack>
        {removed && (
          <HStack justify="space-between" borderWidth="1px" borderStyle="dashed" borderRadius="l2" paddingX="3">
            <Text textStyle="sm" truncate>
              {builderMessages.fieldRemoved(removed.field.label)}
            </Text>
            <Button size="sm" variant="ghost" onClick={undoRemove}>
              {builderMessages.undo}
            </Button>
          </HStack>
        )}
        {fields.length === 0 && open !== 'new' && (
          <Text textStyle="sm" color="fg.muted">
            No fields yet. Follow-up messages need a phone number field.
          </Text>
        )}
        {open === 'new' ? (
          <FieldEditor existingIds={taken} onCancel={close} onDone={add} />
        ) : (
          <Button
            variant="outline"
            colorPalette="gray"
            onClick={() => setOpen('new')}
            disabled={fields.length >= MAX_FORM_KEYS}
          >
            <Plus aria-hidden="true" />
            {NEW_FIELD_LABEL}
          </Button>
        )}
      </Stack>
      <FormField label={builderMessages.submitButtonText} error={formState.errors.submitButtonText?.message}>
        <Input {...register('submitButtonText')} maxLength={MAX_NAME_LENGTH} autoComplete="off" />
      </FormField>
      <DisclosureField />
    </BuilderSection>
  );
}

function dragAt(index: number, drag: { from: number; to: number } | undefined) {
  if (drag?.from === index) return 'held';
  if (drag?.to !== index) return undefined;
  return drag.to < drag.from ? 'before' : 'after';
}

/** Returns the server's first validation message for a form field. */
function fieldErrorMessage(errors: Merge<FieldError, FieldErrors<DraftField>> | undefined): string | undefined {
  const messages = Object.values(errors ?? {}).map((error) =>
    typeof error === 'string' ? error : (error as FieldError | undefined)?.message,
  );
  return messages.find(Boolean);
}
