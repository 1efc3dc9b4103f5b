import { useState } from 'react';
import type { FieldErrors, FieldValues } from 'react-hook-form';
import { showFieldErrors } from '../ui/form/form-errors';
import { markDialogSaved } from '../ui/form/unsaved-changes';
import type { EditForm } from '../ui/form/use-edit-form';
import { currentObjectOf, fieldErrorsOf } from './api-error';

/** What a save sends. */
export interface Edited<Values> {
  values: Values;
  /** The fields that differ from the version that the form is based on. */
  changes: Partial<Values>;
  /** The version that the changes are based on. A new object has none. */
  version: number | undefined;
}

interface Conflicting<Values> {
  values: Values;
  version: number | undefined;
}

interface SaveOptions<Values extends FieldValues, Saved> {
  edit: EditForm<Values>;
  /** Sends the changes. */
  send: (edited: Edited<Values>) => Promise<Saved>;
  /** Reads the form's values from an object that somebody else saved. */
  toValues?: (current: never) => Values;
  /** Returns what somebody else saved, if that is why the save failed. By default, it reads the object with `toValues`. */
  readConflict?: (error: unknown) => Conflicting<Values> | undefined;
  /** Called with what was saved, or null if only the other's values were kept, and the values that were sent. */
  onSaved: (saved: Saved | null, sent: Values) => void;
  onFailed: (error: unknown) => void;
  onInvalid?: (errors: FieldErrors<Values>) => void;
  /** Returns the server's messages by the form's field names. */
  fieldErrors?: (error: unknown) => Record<string, string>;
}

/** How often a save starts again because others save at the same time. */
const MAX_ATTEMPTS = 5;

/**
 * Saves a form. It sends only what changed, with the version that it is based on. If somebody else saved another version,
 * it merges theirs and saves again, unless both changed a field: then the form shows both values.
 */
export function useSave<Values extends FieldValues, Saved>({
  edit,
  send,
  toValues,
  onSaved,
  onFailed,
  onInvalid,
  fieldErrors = fieldErrorsOf,
  readConflict = (error) => {
    const current = currentObjectOf(error);
    return current && toValues && { values: toValues(current as never), version: current.version };
  },
}: SaveOptions<Values, Saved>) {
  const [isSaving, setSaving] = useState(false);
  const { form } = edit;

  const attempt = (number: number) =>
    form.handleSubmit(async (values) => {
      const { version, isCurrent } = edit.getBase();
      const changes = edit.changesIn(values);
      // Without changes, the server still says whether the object exists, unless it has just sent it.
      const isSent = !isCurrent || Object.keys(changes).length > 0;
      try {
        const saved = isSent ? await send({ values, changes, version }) : null;
        markDialogSaved();
        onSaved(saved, values);
      } catch (error) {
        const conflict = readConflict(error);
        if (!conflict || number === MAX_ATTEMPTS) {
          showFieldErrors(fieldErrors(error), form.setError);
          return onFailed(error);
        }
        if (edit.rebase(conflict.values, conflict.version)) await attempt(number + 1)();
      }
    }, onInvalid);

  const submit = async () => {
    if (edit.conflicts.some(({ choice }) => choice === undefined)) return edit.requireChoice();
    setSaving(true);
    await attempt(1)();
    setSaving(false);
  };
  return { submit: () => void submit(), isSaving };
}
