import { firstFree } from './slug';
import type { FormFieldInput } from './campaign.inputs';

/**
 * The id of each field of a form: its own where it has one, else the lowercase label without other characters than letters and
 * digits (product spec, section 3), numbered where two would be equal or nothing is left of the label.
 */
export function formFieldIds(fields: Pick<FormFieldInput, 'id' | 'label'>[]): string[] {
  const own = fields.map(({ id }) => id?.trim() || null);
  // What a field already has is its own, wherever a new one with the same label stands.
  const taken = new Set<string>(own.filter((id) => id !== null));
  const seen = new Set<string>();
  return fields.map(({ label }, position) => {
    const given = own[position] ?? null;
    const id =
      given !== null && !seen.has(given)
        ? given
        : firstFree(given ?? (label.toLowerCase().replace(/[^a-z0-9]/g, '') || 'field'), taken);
    seen.add(id);
    taken.add(id);
    return id;
  });
}
