import type { FieldErrors, Merge, FieldError } from 'react-hook-form';
import type { DraftField } from '../campaign-draft';

/** Why the server refused a question: the first of its reasons. */
export function fieldProblem(errors: Merge<FieldError, FieldErrors<DraftField>> | undefined): string | undefined {
  const reasons = Object.values(errors ?? {}).map((reason) =>
    typeof reason === 'string' ? reason : (reason as FieldError | undefined)?.message,
  );
  return reasons.find(Boolean);
}
