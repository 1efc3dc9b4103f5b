/** The values of a form, by field. Objects within are merged field by field, and lists as a whole. */
export type FormValues = Record<string, unknown>;

/** A field that was changed here and, to another value, by somebody else. */
export interface Conflict {
  /** The field's path, such as `quietHours.start`. */
  name: string;
  yours: unknown;
  theirs: unknown;
}

/** Whether two values of a field are the same. */
export const isSameValue = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Returns the fields whose values differ from those of the base. */
export const changedValues = <Values extends FormValues>(base: Values, values: Values): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !isSameValue(value, base[name])),
  ) as Partial<Values>;

/**
 * Merges the changes of two people that are based on the same values. Where both changed a field, the result has the
 * value of `yours`, and the conflict is returned.
 */
export function mergeChanges<Values extends FormValues>(
  base: Values,
  yours: Values,
  theirs: Values,
  prefix = '',
): { merged: Values; conflicts: Conflict[] } {
  const merged: FormValues = {};
  const conflicts: Conflict[] = [];
  for (const name of Object.keys({ ...theirs, ...yours })) {
    const [was, mine, current] = [base[name], yours[name], theirs[name]];
    if (isObject(mine) && isObject(current)) {
      const inner = mergeChanges(isObject(was) ? was : {}, mine, current, `${prefix}${name}.`);
      merged[name] = inner.merged;
      conflicts.push(...inner.conflicts);
    } else if (isSameValue(mine, was)) merged[name] = current;
    else {
      merged[name] = mine;
      if (!isSameValue(current, was) && !isSameValue(current, mine))
        conflicts.push({ name: `${prefix}${name}`, yours: mine, theirs: current });
    }
  }
  return { merged: merged as Values, conflicts };
}

const isObject = (value: unknown): value is FormValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
