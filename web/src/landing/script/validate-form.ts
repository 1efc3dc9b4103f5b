import { textsOf } from './texts-of';

/** Returns the browser's validation errors by field name, with messages that name the field. */
export function validateForm(form: HTMLFormElement): Record<string, string> {
  const texts = textsOf(form);
  const errors: Record<string, string> = {};
  for (const control of form.querySelectorAll<HTMLInputElement>('.control')) {
    const { validity, type, name, labels, maxLength } = control;
    if (validity.valid) continue;
    const label = labels?.[0]?.firstChild?.textContent ?? '';
    // The same wording as the server's.
    const text = validity.valueMissing ? texts.required : type === 'email' ? texts.email : texts.maxLength;
    errors[name] = text.replace('{max}', String(maxLength)).replace('{label}', () => label);
  }
  return errors;
}
