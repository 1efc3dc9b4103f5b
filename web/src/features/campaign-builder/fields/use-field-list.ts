import { type RefObject, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useFocusAfterRender } from '../../../ui/focus/use-focus-after-render';
import type { DraftField } from '../campaign-draft';
import { useBuilderForm } from '../use-builder-form';

/** The label of the button that opens the editor for a new field. */
export const NEW_FIELD_LABEL = 'New field';

/**
 * The form fields, the one being edited, and the actions that change them. Each action keeps the focus at the changed
 * field.
 */
export function useFieldList(box: RefObject<HTMLElement | null>) {
  const { control, setValue } = useBuilderForm();
  const fields = useWatch({ control, name: 'formFields' });
  const [open, setOpen] = useState<number | 'new'>();
  const [announcement, setAnnouncement] = useState('');
  const focusNext = useFocusAfterRender(box);

  const apply = (next: DraftField[], ...focus: string[]) => {
    focusNext(...focus);
    if (next !== fields) setValue('formFields', next, { shouldDirty: true });
    setOpen(undefined);
  };
  const moveTo = (from: number, to: number, ...focus: string[]) => {
    const { label } = fields[from]!;
    apply(moveItem(fields, from, to), ...focus);
    setAnnouncement(`${label} moved to position ${to + 1} of ${fields.length}`);
  };
  return {
    fields,
    open,
    setOpen,
    /** The latest change, announced to screen readers. */
    announcement,
    close: () => apply(fields, typeof open === 'number' ? `Edit ${fields[open]!.label}` : NEW_FIELD_LABEL),
    add: (field: DraftField) => {
      apply([...fields, field], NEW_FIELD_LABEL);
      setAnnouncement(`${field.label} added`);
    },
    update: (index: number, field: DraftField) => apply(fields.with(index, field), `Edit ${field.label}`),
    moveTo,
    move: (index: number, by: -1 | 1) => {
      const up = `Move ${fields[index]!.label} up`;
      const down = `Move ${fields[index]!.label} down`;
      moveTo(index, index + by, ...(by === -1 ? [up, down] : [down, up]));
    },
    remove: (index: number) => {
      const otherClient = fields[index + 1] ?? fields[index - 1];
      apply(fields.toSpliced(index, 1), ...(otherClient ? [`Remove ${otherClient.label}`] : []), NEW_FIELD_LABEL);
      setAnnouncement(`${fields[index]!.label} removed`);
    },
  };
}

/** Returns the list with one item moved to another index. An index outside the list changes nothing. */
export function moveItem<Item>(list: readonly Item[], from: number, to: number): Item[] {
  if (to < 0 || to >= list.length) return [...list];
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(to, 0, list[from]!);
}
