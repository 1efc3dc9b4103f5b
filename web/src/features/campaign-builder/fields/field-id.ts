/** Derives a form field's id: the lowercase label without non-alphanumerics, numbered when the id is taken. */
export function deriveFieldId(label: string, taken: readonly string[] = []): string {
  const base = label.toLowerCase().replace(/[^a-z0-9]/g, '') || 'field';
  let id = base;
  for (let n = 2; taken.includes(id); n += 1) id = `${base}-${n}`;
  return id;
}
