import { Button, Checkbox, HStack, Input, Stack, Textarea } from '@chakra-ui/react';
import type { FormFieldType } from '../../../shared/graphql/generated';
import { MAX_NAME_LENGTH } from '@dripline/contract/limits';
import { validationMessages } from '@dripline/contract/validation-messages';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { FormField } from '../../../ui/form/form-field';
import { useUnsavedChanges } from '../../../ui/form/unsaved-changes';
import { Select } from '../../../ui/form/select';
import { builderMessages } from '../../../messages/campaign-builder';
import { useBuilderSession } from '../builder-session';
import type { DraftField } from '../campaign-draft';
import { fieldTypes } from './field-types';

interface Props {
  /** The form field to edit. Without it, the editor creates a new one. */
  field?: DraftField;
  /** The ids that the form already uses. */
  existingIds: string[];
  onDone: (field: DraftField) => void;
  onCancel: () => void;
}

/** Edits the label, type and options of one form field. */
export function FieldEditor({ field, existingIds, onDone, onCancel }: Props) {
  const [label, setLabel] = useState(field?.label ?? '');
  const [type, setType] = useState<FormFieldType>(field?.type ?? 'text');
  const [placeholder, setPlaceholder] = useState(field && field.placeholder !== field.label ? field.placeholder : '');
  const [required, setRequired] = useState(field?.required ?? true);
  const [lines, setLines] = useState(field?.options.join('\n') ?? '');
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.querySelector('input')?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const options = type === 'select' ? [...new Set(lines.split('\n').map((line) => line.trim()))].filter(Boolean) : [];
  const isLabelMissing = label.trim() === '';
  const areOptionsMissing = type === 'select' && options.length === 0;
  const isComplete = !isLabelMissing && !areOptionsMissing;
  const [isTried, setTried] = useState(false);
  const isChanged =
    label !== (field?.label ?? '') ||
    lines !== (field?.options.join('\n') ?? '') ||
    type !== (field?.type ?? 'text') ||
    required !== (field?.required ?? true) ||
    placeholder !== (field && field.placeholder !== field.label ? field.placeholder : '');
  useUnsavedChanges({ isUnsaved: isChanged, staysOnPage: true });

  const submit = () => {
    if (!isComplete) return;
    onDone({
      id: field?.id ?? deriveFieldId(label, existingIds),
      type,
      label: label.trim(),
      placeholder: placeholder.trim() || label.trim(),
      required,
      options,
    });
  };
  const session = useBuilderSession();
  useEffect(() => {
    // Saving the campaign takes what is typed here. A new field without any input is dropped.
    session.setEditor(() => {
      if (isComplete) submit();
      else if (!isChanged) onCancel();
      else {
        setTried(true);
        box.current?.querySelector<HTMLElement>(isLabelMissing ? 'input' : 'textarea')?.focus();
      }
      return isComplete || !isChanged;
    });
    return () => session.setEditor(null);
  });
  // The editor is inside the campaign's form, where Enter would save the whole campaign.
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onCancel();
    if (
      event.key !== 'Enter' ||
      event.target instanceof HTMLTextAreaElement ||
      event.target instanceof HTMLButtonElement
    )
      return;
    event.preventDefault();
    submit();
  };

  return (
    <Stack ref={box} gap="4" padding="4" borderWidth="1px" borderRadius="l2" bg="bg.subtle" onKeyDown={handleKey}>
      <FormField
        label={builderMessages.label}
        required
        error={isTried && isLabelMissing ? validationMessages.fieldLabelMissing : undefined}
      >
        <Input
          bg="bg.panel"
          value={label}
          onChange={(event) => setLabel(event.target.value)}
          maxLength={MAX_NAME_LENGTH}
          autoComplete="off"
        />
      </FormField>
      <FormField label={builderMessages.type}>
        <Select
          bg="bg.panel"
          options={fieldTypes}
          value={type}
          onChange={(event) => setType(event.target.value as FormFieldType)}
        />
      </FormField>
      {type === 'select' && (
        <FormField
          label={builderMessages.options}
          required
          hint="One per line."
          error={isTried && areOptionsMissing ? validationMessages.fieldOptionsMissing : undefined}
        >
          <Textarea
            bg="bg.panel"
            rows={4}
            autoresize
            value={lines}
            onChange={(event) => setLines(event.target.value)}
          />
        </FormField>
      )}
      <FormField label={builderMessages.placeholder}>
        <Input
          bg="bg.panel"
          value={placeholder}
          placeholder={label.trim() || 'Same as the label'}
          onChange={(event) => setPlaceholder(event.target.value)}
          maxLength={MAX_NAME_LENGTH}
          autoComplete="off"
        />
      </FormField>
      <Checkbox.Root
        checked={required}
        onCheckedChange={({ checked }) => setRequired(checked === true)}
        minHeight={{ base: '11', md: 'auto' }}
      >
        <Checkbox.HiddenInput />
        <Checkbox.Control />
        <Checkbox.Label>{builderMessages.required}</Checkbox.Label>
      </Checkbox.Root>
      <HStack justify="flex-end">
        <Button size="sm" variant="outline" colorPalette="gray" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="sm" disabled={!isComplete} onClick={submit}>
          {field ? 'Update field' : builderMessages.addField}
        </Button>
      </HStack>
    </Stack>
  );
}

/** Derives a form field's id: the lowercase label without non-alphanumerics, numbered when the id is taken. */
export function deriveFieldId(label: string, taken: readonly string[] = []): string {
  const base = label.toLowerCase().replace(/[^a-z0-9]/g, '') || 'field';
  let id = base;
  for (let n = 2; taken.includes(id); n += 1) id = `${base}-${n}`;
  return id;
}
