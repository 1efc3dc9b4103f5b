import { textsOf } from './texts-of';

const DURATION_MS = 5000;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows a text in the form's toast area for five seconds. It replaces the visible toast. */
export function showToast(form: HTMLFormElement, text: string): void {
  const close = document.createElement('button');
  close.type = 'button';
  close.setAttribute('aria-label', textsOf(form).close);
  close.textContent = '×';
  close.addEventListener('click', () => hideToast(form));
  const toast = document.createElement('div');
  toast.className = 'toast';
  toast.append(text, close);
  form.querySelector('.toasts')?.replaceChildren(toast);
  clearTimeout(timer);
  timer = setTimeout(() => hideToast(form), DURATION_MS);
}

/** Hides the visible toast. */
export function hideToast(form: HTMLFormElement): void {
  clearTimeout(timer);
  const toast = form.querySelector('.toast');
  // Removing the focused Close button would send keyboard users back to the top of the page.
  if (toast?.contains(document.activeElement)) form.querySelector('button')?.focus();
  toast?.remove();
}
