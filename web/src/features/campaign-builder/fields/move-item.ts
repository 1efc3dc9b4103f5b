/** Returns the list with one item moved to another index. An index outside the list changes nothing. */
export function moveItem<Item>(list: readonly Item[], from: number, to: number): Item[] {
  if (to < 0 || to >= list.length) return [...list];
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(to, 0, list[from]!);
}
