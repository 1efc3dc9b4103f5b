import { arrayMove } from '@dnd-kit/sortable';
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
    /** Moves a field that was dragged. The list of drag and drop announces it. */
    drop: (from: number, to: number) => apply(arrayMove(fields, from, to)),
    move: (index: number, by: -1 | 1) => {
      const field = fields[index]!;
      const up = actionOf(field, 'Move', ' up');
      const down = actionOf(field, 'Move', ' down');
      apply(arrayMove(fields, index, index + by), ...(by === -1 ? [up, down] : [down, up]));
      setAnnouncement(`${field.label} moved to position ${index + by + 1} of ${fields.length}`);
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
