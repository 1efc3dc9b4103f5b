import { landingFormWords } from '../messages/landing-form';

/** Puts each message at its question, ties it to the control, and goes to the first. */
export function showFieldErrors(form: HTMLFormElement, errors: Record<string, string>): void {
  let first: HTMLElement | undefined;
  for (const control of form.querySelectorAll<HTMLInputElement>('.control')) {
    const text = errors[control.name];
    const place = document.getElementById(`${control.id}-error`);
    if (!text || !place) continue;
    place.textContent = text;
    place.hidden = false;
    control.setAttribute('aria-invalid', 'true');
    control.setAttribute('aria-describedby', place.id);
    first ??= control;
  }
  if (first) first.focus();
  else showNotice(form);
}

/** Says that the submission did not arrive; what was typed stays. */
export function showNotice(form: HTMLFormElement): void {
  const notice = form.querySelector<HTMLElement>('.notice');
  if (!notice) return;
  notice.textContent = landingFormWords.submitFailed;
  notice.hidden = false;
  notice.scrollIntoView({ block: 'nearest' });
}

/** Takes back the messages inside an element: one question, or the whole form. */
export function clearErrors(scope: Element): void {
  for (const message of scope.querySelectorAll<HTMLElement>('.error, .notice')) message.hidden = true;
  for (const control of scope.querySelectorAll('.control')) {
    control.removeAttribute('aria-invalid');
    control.removeAttribute('aria-describedby');
  }
}
