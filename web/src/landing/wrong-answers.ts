/** What the browser's own checks find, in words that name the question. */
export function wrongAnswers(form: HTMLFormElement): Record<string, string> {
  const wrong: Record<string, string> = {};
  for (const control of form.querySelectorAll<HTMLInputElement>('.control')) {
    if (control.validity.valid) continue;
    const label = control.labels?.[0]?.firstChild?.textContent ?? 'This';
    wrong[control.name] = `${label} ${problemWith(control)}`;
  }
  return wrong;
}

// As the server says it, for those who get past this.
function problemWith({ type, validity, maxLength }: HTMLInputElement): string {
  if (validity.valueMissing) return 'is required';
  return type === 'email' ? 'must be an email address' : `may have at most ${maxLength} characters`;
}
