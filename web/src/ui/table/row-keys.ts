import type { KeyboardEvent } from 'react';

interface RowKeys {
  /** Selects or deselects a row, or all from the last one on. Undefined if rows cannot be selected. */
  toggle?: ((id: string, isRange: boolean) => void) | undefined;
  /** Selects rows. */
  select?: ((ids: string[]) => void) | undefined;
}

const CHECKBOX = 'input[type=checkbox]';
const mainOf = (row: HTMLElement | undefined) =>
  row?.querySelector<HTMLElement>('[data-primary] :is(a, button)') ?? row?.querySelector<HTMLElement>('a, button');

/**
 * Handles the keys in the rows of a table: the arrows, Home and End move between the rows' main buttons or their
 * checkboxes, and Enter on a checkbox opens its row. Space selects, with Shift from the last selected row on, and an
 * arrow with Shift selects both rows.
 */
export function handleRowKey(event: KeyboardEvent<HTMLElement>, { toggle, select }: RowKeys): void {
  const target = event.target as HTMLElement;
  const row = target.closest<HTMLElement>('[data-row]');
  const isCheckbox = target.matches(CHECKBOX);
  const takesKeys = !isCheckbox && target.matches('input, select, textarea');
  if (!row || takesKeys || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const index = rows.indexOf(row);
  const idOf = (element: HTMLElement) => element.dataset['row']!;
  if (event.key === ' ' && toggle && (isCheckbox || target === mainOf(row))) {
    event.preventDefault();
    // Some browsers press the button when the key is released.
    if (event.type === 'keydown') toggle(idOf(row), event.shiftKey);
    return;
  }
  if (event.type !== 'keydown') return;
  if (event.key === 'Enter' && isCheckbox) return mainOf(row)?.click();
  const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: rows.length - 1 }[event.key];
  const nextRow = next === undefined ? undefined : rows[next];
  if (next === undefined) return;
  event.preventDefault();
  if (!nextRow) return;
  if (event.shiftKey && event.key.startsWith('Arrow')) select?.([idOf(row), idOf(nextRow)]);
  (isCheckbox ? nextRow.querySelector<HTMLElement>(CHECKBOX) : mainOf(nextRow))?.focus();
}
