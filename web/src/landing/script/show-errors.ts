import { textsOf } from './texts-of';
import { showToast } from './toast';

/** Shows each error at its field, links it to the control with `aria-describedby`, and focuses the first. */
export function showFieldErrors(form: HTMLFormElement, errors: Record<string, string>): void {
  let first: HTMLElement | undefined;
  for (const control of form.querySelectorAll<HTMLInputElement>('.control')) {
    const text = errors[control.name];
    const errorElement = document.getElementById(`${control.id}-error`);
    if (!text || !errorElement) continue;
    errorElement.textContent = text;
    errorElement.hidden = false;
    control.setAttribute('aria-invalid', 'true');
    control.setAttribute('aria-describedby', errorElement.id);
    first ??= control;
  }
  if (first) first.focus();
  else showFormError(form);
}

/** Shows at the button and as a toast that the submission failed. The entered values are kept. */
export function showFormError(form: HTMLFormElement): void {
  const { submitFailed } = textsOf(form);
  showToast(form, submitFailed);
  const notice = form.querySelector<HTMLElement>('.notice');
  if (!notice) return;
  notice.textContent = submitFailed;
  notice.hidden = false;
  notice.scrollIntoView({ block: 'nearest' });
}

/** Clears the errors inside an element: one field or the whole form. */
export function clearErrors(scope: Element): void {
  for (const message of scope.querySelectorAll<HTMLElement>('.error, .notice')) message.hidden = true;
  for (const control of scope.querySelectorAll('.control')) {
    control.removeAttribute('aria-invalid');
    control.removeAttribute('aria-describedby');
  }
}
