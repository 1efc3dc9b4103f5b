import { Button, HStack, Input, Stack } from '@chakra-ui/react';
import { MAX_SAVED_VIEW_NAME_LENGTH } from '@dripline/contract/limits';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { savedViewMessages } from '../../../messages/leads/saved-views';
import { errorMessageOf, fieldErrorsOf } from '../../../shared/api-error';
import { BusyButton } from '../../../ui/button/busy-button';
import { FormField } from '../../../ui/form/form-field';

interface ViewNameFormProps {
  label: string;
  submitLabel: string;
  /** The name that it starts with. */
  name: string;
  /** Saves the name. If it fails, the name stays. */
  onSave: (name: string) => Promise<unknown>;
  /** Undefined for a new view. */
  onCancel?: () => void;
}

/** The field of the name of a view. */
export function ViewNameForm({ label, submitLabel, name: initial, onSave, onCancel }: ViewNameFormProps) {
  const [name, setName] = useState(initial);
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const isRenaming = onCancel !== undefined;
  useEffect(() => {
    if (isRenaming) field.current?.focus();
  }, [isRenaming]);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isSaving) return;
    if (name.trim() === '') return setError(savedViewMessages.nameLength);
    setSaving(true);
    try {
      await onSave(name);
      setName('');
    } catch (failure) {
      setError(fieldErrorsOf(failure)['name'] ?? errorMessageOf(failure) ?? savedViewMessages.notSaved);
    }
    setSaving(false);
  };
  return (
    <Stack as="form" flex="1" onSubmit={(event) => void save(event)}>
      <FormField label={label} error={error}>
        <HStack width="full">
          <Input
            ref={field}
            dir="auto"
            autoComplete="off"
            maxLength={MAX_SAVED_VIEW_NAME_LENGTH}
            value={name}
            onChange={({ target }) => {
              setName(target.value);
              setError(undefined);
            }}
          />
          <BusyButton type="submit" variant="outline" loading={isSaving}>
            {submitLabel}
          </BusyButton>
          {onCancel && (
            <Button variant="ghost" colorPalette="gray" onClick={onCancel}>
              Cancel
            </Button>
          )}
        </HStack>
      </FormField>
    </Stack>
  );
}
