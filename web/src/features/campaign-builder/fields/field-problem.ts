import type { FieldErrors, Merge, FieldError } from 'react-hook-form';
import type { DraftField } from '../campaign-draft';

/** Returns the server's first validation message for a form field. */
export function fieldErrorMessage(errors: Merge<FieldError, FieldErrors<DraftField>> | undefined): string | undefined {
  const messages = Object.values(errors ?? {}).map((error) =>
    typeof error === 'string' ? error : (error as FieldError | undefined)?.message,
  );
  return messages.find(Boolean);
}
