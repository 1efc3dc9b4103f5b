/** What the browser's own checks find, in words that name the question. */
export function wrongAnswers(form: HTMLFormElement): Record<string, string> {
  const wrong: Record<string, string> = {};
  for (const control of form.querySelectorAll<HTMLInputElement>('.control')) {
    if (control.validity.valid) continue;
    const label = control.labels?.[0]?.firstChild?.textContent ?? 'This';
    wrong[control.name] = control.validity.valueMissing ? `${label} is required` : control.validationMessage;
  }
  return wrong;
}
