import { Button, HStack, Stack, Textarea } from '@chakra-ui/react';
import { MAX_TEXT_LENGTH } from '@dripline/contract/limits';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { noteMessages } from '../../../../messages/leads/notes';
import { errorMessageOf, fieldErrorsOf } from '../../../../shared/api-error';
import { BusyButton } from '../../../../ui/button/busy-button';
import { MentionSuggestions } from './mention-suggestions';
import { FormField } from '../../../../ui/form/form-field';

interface NoteFormProps {
  label: string;
  saveLabel: string;
  /** The text that it starts with. */
  text: string;
  /** The names of those who can be mentioned. */
  names: readonly string[];
  onChange?: (text: string) => void;
  /** Saves the text. If it fails, the text stays. */
  onSave: (body: string) => Promise<void>;
  /** Undefined for a new note. */
  onCancel?: () => void;
}

/** The field of a note. Ctrl or ⌘ and Enter saves. */
export function NoteForm({ label, saveLabel, text: initial, names, onChange, onSave, onCancel }: NoteFormProps) {
  const [text, setText] = useState(initial);
  const field = useRef<HTMLTextAreaElement>(null);
  const isEditing = onCancel !== undefined;
  useEffect(() => {
    if (isEditing) field.current?.focus();
  }, [isEditing]);
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<unknown>();
  const canSave = text.trim() !== '' && !isSaving;
  const change = (value: string) => {
    setText(value);
    setError(undefined);
    onChange?.(value);
  };
  const save = async () => {
    if (!canSave) return;
    setSaving(true);
    try {
      await onSave(text);
      setText('');
    } catch (failure) {
      setError(failure);
    }
    setSaving(false);
  };
  const saveByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    void save();
  };
  return (
    <Stack
      as="form"
      gap="2"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <FormField
        label={label}
        error={error ? (fieldErrorsOf(error)['body'] ?? errorMessageOf(error) ?? noteMessages.saveFailed) : undefined}
      >
        <Textarea
          ref={field}
          dir="auto"
          rows={2}
          autoresize
          maxHeight="14rem"
          maxLength={MAX_TEXT_LENGTH}
          readOnly={isSaving}
          placeholder={names.length > 0 ? noteMessages.mentionHint : undefined}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          value={text}
          onChange={({ target }) => change(target.value)}
          onKeyDown={saveByKey}
        />
      </FormField>
      <MentionSuggestions field={field} text={text} names={names} onChoose={change} />
      <HStack gap="2">
        <BusyButton type="submit" size="sm" variant="outline" loading={isSaving} disabled={!canSave}>
          {saveLabel}
        </BusyButton>
        {onCancel && (
          <Button size="sm" variant="ghost" colorPalette="gray" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </HStack>
    </Stack>
  );
}
