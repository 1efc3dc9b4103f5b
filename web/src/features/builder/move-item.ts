/** The list with one item a place earlier (-1) or later (1); the same list where there is no such place. */
export function moveItem<Item>(list: readonly Item[], from: number, by: -1 | 1): Item[] {
  const to = from + by;
  if (to < 0 || to >= list.length) return [...list];
  const moved = [...list];
  [moved[from], moved[to]] = [moved[to]!, moved[from]!];
  return moved;
}
