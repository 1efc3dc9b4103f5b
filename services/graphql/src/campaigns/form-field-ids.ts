import { firstFree } from '../slug';
import type { FormFieldInput } from './campaign.inputs';

/**
 * The id of each field of a form: its own where it has one, else the lowercase label without other characters than letters and
 * digits (product spec, section 3), numbered where two would be equal or nothing is left of the label.
 */
export function formFieldIds(fields: Pick<FormFieldInput, 'id' | 'label'>[]): string[] {
  const taken = new Set<string>();
  return fields.map(({ id, label }) => {
    const wanted = id?.trim() || label.toLowerCase().replace(/[^a-z0-9]/g, '') || 'field';
    const free = firstFree(wanted, taken);
    taken.add(free);
    return free;
  });
}
