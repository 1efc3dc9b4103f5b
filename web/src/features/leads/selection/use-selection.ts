import { functionalUpdate, type RowSelectionState, type Updater } from '@tanstack/react-table';
import { useState } from 'react';

const none: RowSelectionState = {};

/** The selected rows of a list, on all of its pages. `key` identifies the list, and another list has none selected. */
export function useSelection(key: string) {
  const [stored, setStored] = useState({ key, rows: none });
  const rows = stored.key === key ? stored.rows : none;
  const change = (update: Updater<RowSelectionState>) =>
    setStored((before) => ({ key, rows: functionalUpdate(update, before.key === key ? before.rows : none) }));
  return {
    rows,
    ids: Object.keys(rows),
    change,
    remove: (ids: readonly string[]) =>
      change((before) => Object.fromEntries(Object.entries(before).filter(([id]) => !ids.includes(id)))),
    clear: () => change(none),
  };
}
