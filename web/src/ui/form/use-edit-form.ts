import { zodResolver } from '@hookform/resolvers/zod';
import { useCallback, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  useForm,
} from 'react-hook-form';
import type { $ZodType } from 'zod/v4/core';
import { changedValues, type Conflict, mergeChanges } from './merge-changes';

/** A conflict and which of its values was chosen. */
export interface OpenConflict extends Conflict {
  choice?: 'yours' | 'theirs';
}

interface EditFormOptions<Values> {
  values: Values;
  /** The version of the object that the values are based on. A new object has none. */
  version?: number | undefined;
  schema: $ZodType<Values, Values>;
}

/** A form, and what its values are based on. */
export type EditForm<Values extends FieldValues> = ReturnType<typeof useEditForm<Values>>;

/** Holds the values of a form, the version that they are based on, and conflicts with what others saved meanwhile. */
export function useEditForm<Values extends FieldValues>({ values, version, schema }: EditFormOptions<Values>) {
  const base = useRef({ values, version, isCurrent: false });
  const form = useForm<Values, unknown, Values>({
    defaultValues: values as DefaultValues<Values>,
    resolver: zodResolver(schema as never) as unknown as Resolver<Values, unknown, Values>,
  });
  const [conflicts, setConflicts] = useState<OpenConflict[]>([]);
  const [isChoiceMissing, setChoiceMissing] = useState(false);
  const rebaseTo = (merged: Values, next: typeof base.current) => {
    base.current = next;
    // The first reset sets what later changes are compared with, the second one what the fields show.
    form.reset(next.values);
    form.reset(merged, { keepDefaultValues: true });
  };
  /** Merges a newer version into the form, unless a field was changed by both. */
  const rebaseUnlessConflicting = useCallback(
    (theirs: Values, theirVersion: number) => {
      const { values: was, version: basedOn } = base.current;
      if (basedOn === undefined || theirVersion <= basedOn) return;
      const { merged, conflicts: both } = mergeChanges(was, form.getValues(), theirs);
      if (both.length > 0) return;
      base.current = { values: theirs, version: theirVersion, isCurrent: false };
      form.reset(theirs);
      form.reset(merged, { keepDefaultValues: true });
    },
    [form],
  );
  return {
    form,
    isUnsaved: form.formState.isDirty,
    conflicts,
    /** Whether the user tried to save before choosing one value of each conflict. */
    isChoiceMissing,
    requireChoice: () => setChoiceMissing(true),
    /** Returns the values that the form is based on, their version, and whether a conflict has just brought them. */
    getBase: () => base.current,
    /** Returns the fields that differ from the values that the form is based on. */
    changesIn: (edited: Values) => changedValues(base.current.values, edited),
    /** Merges what somebody else saved into the form. Returns whether no field was changed by both. */
    rebase: (theirs: Values, theirVersion: number | undefined): boolean => {
      const result = mergeChanges(base.current.values, form.getValues(), theirs);
      rebaseTo(result.merged, { values: theirs, version: theirVersion, isCurrent: true });
      setConflicts(result.conflicts);
      setChoiceMissing(false);
      return result.conflicts.length === 0;
    },
    rebaseUnlessConflicting,
    /** Bases the form on what was saved. Keeps what was typed while it was sent. */
    settle: (sent: Values, saved: Values, savedVersion: number | undefined) => {
      const { merged } = mergeChanges(sent, form.getValues(), saved);
      rebaseTo(merged, { values: saved, version: savedVersion, isCurrent: false });
      setConflicts([]);
    },
    /** Takes one of a conflict's values. */
    choose: ({ name, ...conflict }: Conflict, choice: 'yours' | 'theirs') => {
      form.setValue(name as Path<Values>, conflict[choice] as PathValue<Values, Path<Values>>, { shouldDirty: true });
      setConflicts((all) => all.map((other) => (other.name === name ? { ...other, choice } : other)));
    },
  };
}
