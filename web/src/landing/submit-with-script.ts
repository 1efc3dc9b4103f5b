import { isRedirectUrl } from '@dripline/contract/redirect-url';
import { clearErrors, showFieldErrors, showNotice } from './form-messages';
import { newKey } from '../new-key';
import { showThankYou } from './show-thank-you';
import { wrongAnswers } from './wrong-answers';

interface Answer {
  postSubmissionType?: string;
  thankYouMessage?: string;
  redirectUrl?: string | null;
  fields?: Record<string, string>;
}

/** Sends the form as JSON and stays on the page; a retry carries the same key, so that it makes one lead. */
export function submitWithScript(form: HTMLFormElement): void {
  const button = form.querySelector('button');
  let key = newKey();
  form.setAttribute('novalidate', '');
  form.addEventListener('input', ({ target }) => target instanceof HTMLElement && clearErrors(target.closest('.field') ?? form));
  // A page restored by the Back button is a new visit: its next submission is another lead.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    key = newKey();
    if (button) button.disabled = false;
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (button?.disabled) return;
    clearErrors(form);
    const wrong = wrongAnswers(form);
    if (Object.keys(wrong).length) return showFieldErrors(form, wrong);
    if (button) button.disabled = true;
    const isDone = await send(form, key).catch(() => showNotice(form));
    if (button && !isDone) button.disabled = false;
  });
}

async function send(form: HTMLFormElement, key: string): Promise<boolean | void> {
  const response = await fetch(
    // Not form.dataset: a question may be called that, and inputs hide the form's own properties.
    form.getAttribute('data-endpoint') ?? '',
    {
      method: 'POST',
      credentials: 'omit',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(answers(form)),
    },
  );
  const answer = (await response.json()) as Answer;
  if (response.status === 400 && answer.fields) return showFieldErrors(form, answer.fields);
  if (!response.ok) return showNotice(form);
  const { redirectUrl } = answer;
  if (answer.postSubmissionType === 'redirect' && isRedirectUrl(redirectUrl)) location.assign(redirectUrl);
  else showThankYou(answer.thankYouMessage ?? '');
  return true;
}

function answers(form: HTMLFormElement): Record<string, string> {
  const typed = [...new FormData(form)].filter(([name, value]) => !name.startsWith('_') && value !== '');
  return Object.fromEntries(typed) as Record<string, string>;
}
