import { isRedirectUrl } from '@dripline/contract/rules/redirect-url';
import { clearErrors, showFieldErrors, showFormError } from './show-errors';
import { HttpError } from '../../shared/http/http-error';
import { newIdempotencyKey } from '../../shared/idempotency-key';
import { AD_CONSENT_INPUT, TOKEN_INPUT, HONEYPOT_INPUT } from '../landing-view';
import { hideToast } from './toast';
import { validateForm } from './validate-form';

const TIMEOUT_MS = 20_000;

interface SubmissionResponse {
  postSubmissionType?: string;
  thankYouMessage?: string;
  redirectUrl?: string | null;
  fields?: Record<string, string>;
}

/**
 * Submits the form as JSON without leaving the page. Submitting the same answers again reuses the idempotency key;
 * changed answers get a new key and create another lead.
 */
export function enhanceForm(form: HTMLFormElement): void {
  const button = form.querySelector('button');
  let key = '';
  let body = '';
  form.setAttribute('novalidate', '');
  form.addEventListener(
    'input',
    ({ target }) => target instanceof HTMLElement && clearErrors(target.closest('.field') ?? form),
  );
  // A page restored by the Back button is a new visit, so its next submission creates another lead.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    body = '';
    if (button) button.disabled = false;
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (button?.disabled) return;
    clearErrors(form);
    hideToast(form);
    const errors = validateForm(form);
    if (Object.keys(errors).length) return showFieldErrors(form, errors);
    if (button) button.disabled = true;
    const nextBody = JSON.stringify(formValues(form));
    if (nextBody !== body) [key, body] = [newIdempotencyKey(), nextBody];
    const isSubmitted = await send(form, key, body).catch(() => showFormError(form));
    if (button && !isSubmitted) button.disabled = false;
  });
}

async function send(form: HTMLFormElement, key: string, body: string): Promise<boolean | void> {
  const response = await fetch(endpoint(form), {
    method: 'POST',
    credentials: 'omit',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  const parse = () => JSON.parse(text) as SubmissionResponse;
  const fields = response.status === 400 && parse().fields;
  if (fields) return showFieldErrors(form, fields);
  if (!response.ok) throw new HttpError(response, text);
  const answer = parse();
  const { redirectUrl } = answer;
  if (answer.postSubmissionType === 'redirect' && isRedirectUrl(redirectUrl)) location.assign(redirectUrl);
  else showThankYou(answer.thankYouMessage ?? '');
  return true;
}

/**
 * Returns the submission URL with the form token and what tells people from bots: whether the browser filled in answers,
 * and whether anything but the browser filled in the honeypot.
 */
function endpoint(form: HTMLFormElement): string {
  const inputs = new FormData(form);
  const token = inputs.get(TOKEN_INPUT);
  const filled = autofilledInputs(form);
  const adConsent = inputs.getAll(AD_CONSENT_INPUT).at(-1);
  const params = {
    ...(typeof token === 'string' && { formToken: token }),
    ...(typeof adConsent === 'string' && { adConsent }),
    ...(inputs.get(HONEYPOT_INPUT) && !filled.includes(HONEYPOT_INPUT) && { honeypotFilled: 'true' }),
    ...(filled.length && { autofilled: 'true' }),
  };
  // Not form.dataset, because a form field named `dataset` would shadow the form's own property.
  return [form.getAttribute('data-endpoint') ?? '', new URLSearchParams(params)].join('&');
}

/** Returns the names of the inputs that the browser filled in and nobody changed since. */
function autofilledInputs(form: HTMLFormElement): (string | null)[] {
  // Browsers without the pseudo-class reject the selector.
  if (!CSS.supports('selector(:autofill)')) return [];
  return [...form.querySelectorAll(':autofill')].map((input) => input.getAttribute('name'));
}

function formValues(form: HTMLFormElement): Record<string, string> {
  const entries = [...new FormData(form)].filter(([name, value]) => !name.startsWith('_') && value !== '');
  return Object.fromEntries(entries) as Record<string, string>;
}

/** Replaces the form with the thank-you screen, which the page contains as a template. */
function showThankYou(message: string): void {
  const template = document.querySelector('template');
  const main = document.querySelector('main');
  if (!template || !main) return;
  const logo = main.querySelector('.logo')?.closest('picture') ?? main.querySelector('.brand');
  const page = main.parentElement;
  page?.classList.remove('split', 'centered', 'picture');
  page?.classList.add('narrow');
  main.replaceChildren(...(logo ? [logo] : []), template.content);
  const text = main.querySelector('.thank-you-message');
  if (text) text.textContent = message;
  scrollTo(0, 0);
  main.querySelector('h1')?.focus();
}
