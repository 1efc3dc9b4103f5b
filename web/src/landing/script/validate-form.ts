/** Returns the browser's validation errors by field name, with messages that name the field. */
export function validateForm(form: HTMLFormElement): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const control of form.querySelectorAll<HTMLInputElement>('.control')) {
    if (control.validity.valid) continue;
    const label = control.labels?.[0]?.firstChild?.textContent ?? 'This';
    errors[control.name] = `${label} ${messageFor(control)}`;
  }
  return errors;
}

// The same wording as the server's validation messages.
function messageFor({ type, validity, maxLength }: HTMLInputElement): string {
  if (validity.valueMissing) return 'is required';
  return type === 'email' ? 'must be an email address' : `may have at most ${maxLength} characters`;
}
