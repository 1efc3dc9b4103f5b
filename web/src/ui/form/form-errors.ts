import type { FieldErrors, FieldValues, Path, UseFormSetError } from 'react-hook-form';

/** Puts the server's reasons at their fields, and the focus on the first. */
export function showFieldErrors<Values extends FieldValues>(
  fields: Record<string, string>,
  setError: UseFormSetError<Values>,
) {
  Object.entries(fields).forEach(([name, message], index) =>
    setError(name as Path<Values>, { message }, { shouldFocus: index === 0 }),
  );
}

/** Whether a form was refused because something required is missing, rather than malformed. */
export const somethingMissing = (values: FieldValues, errors: FieldErrors) =>
  Object.keys(errors).some((name) => String(values[name] ?? '').trim() === '');
