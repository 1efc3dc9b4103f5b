import { type RefObject, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useFocusAfterRender } from '../../../ui/focus/use-focus-after-render';
import { sharedMessages } from '../../../messages/shared';
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

  const [removed, setRemoved] = useState<{ field: DraftField; index: number }>();

  const apply = (next: DraftField[], ...focus: Parameters<typeof focusNext>) => {
    focusNext(...focus);
    if (next !== fields) {
      setValue('formFields', next, { shouldDirty: true });
      setRemoved(undefined);
    }
    setOpen(undefined);
  };
  const moveTo = (from: number, to: number, ...focus: Parameters<typeof focusNext>) => {
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
    /** The field that was just removed, until the next change. */
    removed,
    undoRemove: () => {
      if (!removed) return;
      const { field, index } = removed;
      apply(fields.toSpliced(index, 0, field), actionOf(field, 'Remove'));
      setAnnouncement(`${field.label} added`);
    },
    close: () =>
      apply(fields, typeof open === 'number' ? actionOf(fields[open]!, sharedMessages.edit) : NEW_FIELD_LABEL),
    add: (field: DraftField) => {
      apply([...fields, field], NEW_FIELD_LABEL);
      setAnnouncement(`${field.label} added`);
    },
    update: (index: number, field: DraftField) =>
      apply(fields.with(index, field), actionOf(field, sharedMessages.edit)),
    moveTo,
    move: (index: number, by: -1 | 1) => {
      const up = actionOf(fields[index]!, 'Move', ' up');
      const down = actionOf(fields[index]!, 'Move', ' down');
      moveTo(index, index + by, ...(by === -1 ? [up, down] : [down, up]));
    },
    remove: (index: number) => {
      const field = fields[index]!;
      const neighbor = fields[index + 1] ?? fields[index - 1];
      apply(fields.toSpliced(index, 1), ...(neighbor ? [actionOf(neighbor, 'Remove')] : []), NEW_FIELD_LABEL);
      setRemoved({ field, index });
      setAnnouncement(`${field.label} removed`);
    },
  };
}

/** Returns the button of a field's row. Several fields may have the same label. */
const actionOf = ({ id, label }: DraftField, verb: string, direction = '') => ({
  name: `${verb} ${label}${direction}`,
  within: `[data-field=${JSON.stringify(id)}]`,
});

/** Returns the list with one item moved to another index. An index outside the list changes nothing. */
export function moveItem<Item>(list: readonly Item[], from: number, to: number): Item[] {
  if (to < 0 || to >= list.length) return [...list];
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(to, 0, list[from]!);
}
