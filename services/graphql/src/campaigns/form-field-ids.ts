import { uniqueSlug } from './slug';
import type { FormFieldInput } from './campaign.inputs';

/**
 * Returns the id of each form field: the given id, or else the lowercase label with everything but letters and digits
 * removed (product spec, section 3). Duplicates get a number, and an empty result becomes `field`.
 */
export function formFieldIds(fields: Pick<FormFieldInput, 'id' | 'label'>[]): string[] {
  const givenIds = fields.map(({ id }) => id?.trim() || null);
  // Given ids are reserved first, so that a new field with the same label cannot take one.
  const taken = new Set<string>(givenIds.filter((id) => id !== null));
  const usedIds = new Set<string>();
  return fields.map(({ label }, position) => {
    const givenId = givenIds[position] ?? null;
    const id =
      givenId !== null && !usedIds.has(givenId)
        ? givenId
        : uniqueSlug(givenId ?? (label.toLowerCase().replace(/[^a-z0-9]/g, '') || 'field'), taken);
    usedIds.add(id);
    taken.add(id);
    return id;
  });
}
