import { type RefObject, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useFocusNext } from '../../../ui/focus/use-focus-after-render';
import type { DraftField } from '../campaign-draft';
import { moveItem } from './move-item';
import { useBuilderForm } from '../use-builder-form';

/** The button that opens the editor for a new field. */
export const NEW_FIELD = 'New Field';

/** The form's fields, which of them is being edited, and every way to change them; the focus stays with what was changed. */
export function useFieldList(box: RefObject<HTMLElement | null>) {
  const { control, setValue } = useBuilderForm();
  const fields = useWatch({ control, name: 'formFields' });
  const [open, setOpen] = useState<number | 'new'>();
  const [news, setNews] = useState('');
  const focusNext = useFocusNext(box);

  const settle = (next: DraftField[], ...focus: string[]) => {
    focusNext(...focus);
    if (next !== fields) setValue('formFields', next, { shouldDirty: true });
    setOpen(undefined);
  };
  const moveTo = (from: number, to: number, ...focus: string[]) => {
    const { label } = fields[from]!;
    settle(moveItem(fields, from, to), ...focus);
    setNews(`${label} moved to place ${to + 1} of ${fields.length}`);
  };
  return {
    fields,
    open,
    setOpen,
    /** What has just changed, for screen readers. */
    news,
    close: () => settle(fields, typeof open === 'number' ? `Edit ${fields[open]!.label}` : NEW_FIELD),
    add: (field: DraftField) => {
      settle([...fields, field], NEW_FIELD);
      setNews(`${field.label} added`);
    },
    update: (index: number, field: DraftField) => settle(fields.with(index, field), `Edit ${field.label}`),
    moveTo,
    move: (index: number, by: -1 | 1) => {
      const up = `Move ${fields[index]!.label} up`;
      const down = `Move ${fields[index]!.label} down`;
      moveTo(index, index + by, ...(by === -1 ? [up, down] : [down, up]));
    },
    remove: (index: number) => {
      const neighbour = fields[index + 1] ?? fields[index - 1];
      settle(fields.toSpliced(index, 1), ...(neighbour ? [`Remove ${neighbour.label}`] : []), NEW_FIELD);
      setNews(`${fields[index]!.label} removed`);
    },
  };
}
