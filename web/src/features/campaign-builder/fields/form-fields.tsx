import { Button, HStack, Stack, Text, VisuallyHidden } from '@chakra-ui/react';
import { MAX_FORM_KEYS } from '@dripline/contract/limits';
import { Plus } from 'lucide-react';
import { useRef } from 'react';
import type { FieldError, FieldErrors, Merge } from 'react-hook-form';
import { builderMessages } from '../../../messages/campaign-builder';
import { sharedMessages } from '../../../messages/shared';
import { Sortable } from '../../../ui/sortable/sortable';
import type { DraftField } from '../campaign-draft';
import { useBuilderForm } from '../use-builder-form';
import { FieldEditor } from './field-editor';
import { FieldRow } from './field-row';
import { NEW_FIELD_LABEL, useFieldList } from './use-field-list';

/** The list of form fields, and the editor of the open one. */
export function FormFields() {
  const { formState } = useBuilderForm();
  const box = useRef<HTMLDivElement>(null);
  const { fields, open, setOpen, announcement, removed, undoRemove, close, add, update, move, drop, remove } =
    useFieldList(box);
  const ids = fields.map(({ id }) => id);
  return (
    <Stack ref={box} gap="4">
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <Sortable
        ids={ids}
        instructions={builderMessages.dragInstructions}
        textsOf={(id) => builderMessages.drag(fields.find((field) => field.id === id)!.label)}
        onMove={drop}
      >
        <Stack as="ol" gap="2" listStyleType="none">
          {fields.map((field, index) =>
            open === index ? (
              <li key={field.id} data-field={field.id}>
                <FieldEditor
                  existingIds={ids}
                  field={field}
                  onCancel={close}
                  onDone={(changed) => update(index, changed)}
                />
              </li>
            ) : (
              <FieldRow
                key={field.id}
                field={field}
                isFirst={index === 0}
                isLast={index === fields.length - 1}
                error={fieldErrorMessage(formState.errors.formFields?.[index])}
                onMove={(by) => move(index, by)}
                onEdit={() => setOpen(index)}
                onRemove={() => remove(index)}
              />
            ),
          )}
        </Stack>
      </Sortable>
      {removed && (
        <HStack justify="space-between" borderWidth="1px" borderStyle="dashed" borderRadius="l2" paddingX="3">
          <Text textStyle="sm" truncate>
            {builderMessages.fieldRemoved(removed.field.label)}
          </Text>
          <Button size="sm" variant="ghost" onClick={undoRemove}>
            {sharedMessages.undo}
          </Button>
        </HStack>
      )}
      {fields.length === 0 && open !== 'new' && (
        <Text textStyle="sm" color="fg.muted">
          No fields yet. Follow-up messages need a phone number field.
        </Text>
      )}
      {open === 'new' ? (
        <FieldEditor existingIds={ids} onCancel={close} onDone={add} />
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
  );
}

/** Returns the server's first validation message for a form field. */
function fieldErrorMessage(errors: Merge<FieldError, FieldErrors<DraftField>> | undefined): string | undefined {
  const messages = Object.values(errors ?? {}).map((error) =>
    typeof error === 'string' ? error : (error as FieldError | undefined)?.message,
  );
  return messages.find(Boolean);
}
