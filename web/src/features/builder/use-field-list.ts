import { type RefObject, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useFocusNext } from '../../ui/use-focus-next';
import type { DraftField } from './campaign-draft';
import { moveItem } from './move-item';
import { useBuilderForm } from './use-builder-form';

/** The button that opens the editor for a new field. */
export const NEW_FIELD = 'New Field';

/** The form's fields, which of them is being edited, and every way to change them; the focus stays with what was changed. */
export function useFieldList(box: RefObject<HTMLElement | null>) {
  const { control, setValue } = useBuilderForm();
  const fields = useWatch({ control, name: 'formFields' });
  const [open, setOpen] = useState<number | 'new'>();
  const focusNext = useFocusNext(box);

  const settle = (next: DraftField[], ...focus: string[]) => {
    focusNext(...focus);
    if (next !== fields) setValue('formFields', next, { shouldDirty: true });
    setOpen(undefined);
  };
  return {
    fields,
    open,
    setOpen,
    close: () => settle(fields, typeof open === 'number' ? `Edit ${fields[open]!.label}` : NEW_FIELD),
    add: (field: DraftField) => settle([...fields, field], NEW_FIELD),
    update: (index: number, field: DraftField) => settle(fields.with(index, field), `Edit ${field.label}`),
    move: (index: number, by: -1 | 1) => {
      const up = `Move ${fields[index]!.label} up`;
      const down = `Move ${fields[index]!.label} down`;
      settle(moveItem(fields, index, by), ...(by === -1 ? [up, down] : [down, up]));
    },
    remove: (index: number) => {
      const neighbour = fields[index + 1] ?? fields[index - 1];
      settle(fields.toSpliced(index, 1), ...(neighbour ? [`Remove ${neighbour.label}`] : []), NEW_FIELD);
    },
  };
}
