import { isRedirectUrl } from '@dripline/contract/rules/redirect-url';
import { clearErrors, showFieldErrors, showNotice } from './form-messages';
import { newKey } from '../shared/idempotency-key';
import { TOKEN_INPUT, TRAP_INPUT } from './landing-view';
import { sendUntilAnswered } from './send-until-answered';
import { showSending } from './show-sending';
import { showThankYou } from './show-thank-you';
import { wrongAnswers } from './wrong-answers';

interface Answer {
  postSubmissionType?: string;
  thankYouMessage?: string;
  redirectUrl?: string | null;
  fields?: Record<string, string>;
}

/** Sends the form as JSON and stays on the page. The same answers sent again carry the same key, so that they make one lead; other answers are another. */
export function submitWithScript(form: HTMLFormElement): void {
  const button = form.querySelector('button');
  let key = '';
  let body = '';
  form.setAttribute('novalidate', '');
  form.addEventListener(
    'input',
    ({ target }) => target instanceof HTMLElement && clearErrors(target.closest('.field') ?? form),
  );
  // A page restored by the Back button is a new visit: its next submission is another lead.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    body = '';
    if (button) button.disabled = false;
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (button?.disabled) return;
    clearErrors(form);
    const wrong = wrongAnswers(form);
    if (Object.keys(wrong).length) return showFieldErrors(form, wrong);
    if (button) button.disabled = true;
    const typed = JSON.stringify(answers(form));
    if (typed !== body) [key, body] = [newKey(), typed];
    const isDone = await send(form, key, body).catch(() => showNotice(form));
    if (button && !isDone) button.disabled = false;
  });
}

async function send(form: HTMLFormElement, key: string, body: string): Promise<boolean | void> {
  const sending = showSending(form);
  const { status, answer } = await sendUntilAnswered<Answer>(
    endpoint(form),
    {
      method: 'POST',
      credentials: 'omit',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body,
    },
    sending.again,
  ).finally(sending.end);
  if (status === 400 && answer.fields) return showFieldErrors(form, answer.fields);
  if (status >= 300) return showNotice(form);
  const { redirectUrl } = answer;
  if (answer.postSubmissionType === 'redirect' && isRedirectUrl(redirectUrl)) location.assign(redirectUrl);
  else showThankYou(answer.thankYouMessage ?? '');
  return true;
}

/** Where to post, with what the page itself knows of this visitor. */
function endpoint(form: HTMLFormElement): string {
  const inputs = new FormData(form);
  const token = inputs.get(TOKEN_INPUT);
  const known = {
    ...(typeof token === 'string' && { formToken: token }),
    ...(inputs.get(TRAP_INPUT) && { trapped: 'true' }),
  };
  // Not form.dataset: a question may be called that, and inputs hide the form's own properties.
  return [form.getAttribute('data-endpoint') ?? '', new URLSearchParams(known)].join('&');
}

function answers(form: HTMLFormElement): Record<string, string> {
  const typed = [...new FormData(form)].filter(([name, value]) => !name.startsWith('_') && value !== '');
  return Object.fromEntries(typed) as Record<string, string>;
}
