import { MAX_JSON_DEPTH } from '@dripline/contract/limits';

/** The error message for a value that is nested too deep. */
export const tooDeepMessage = `Values must be nested at most ${MAX_JSON_DEPTH} levels deep.`;

/** Returns whether a JSON value is nested deeper than `MAX_JSON_DEPTH`. Deeper values would overflow the stack later. */
export function isTooDeep(value: unknown, left = MAX_JSON_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return left === 0 || Object.values(value).some((part) => isTooDeep(part, left - 1));
}
