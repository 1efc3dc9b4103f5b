import type { FieldErrors, FieldValues, Path, UseFormSetError } from 'react-hook-form';

/** Shows the server's validation messages at their fields and focuses the first. */
export function showFieldErrors<Values extends FieldValues>(
  fields: Record<string, string>,
  setError: UseFormSetError<Values>,
) {
  Object.entries(fields).forEach(([name, message], index) =>
    setError(name as Path<Values>, { message }, { shouldFocus: index === 0 }),
  );
}

/** Whether any of the invalid fields is empty, as opposed to malformed. */
export const hasMissingValue = (values: FieldValues, errors: FieldErrors) =>
  Object.keys(errors).some((name) => String(values[name] ?? '').trim() === '');
