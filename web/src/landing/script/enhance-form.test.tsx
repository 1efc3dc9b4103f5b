/** @jest-environment jsdom */
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { landingTexts } from '../../messages/landing';
import { enhanceForm } from './enhance-form';
import { LandingForm } from '../landing-form';
import type { LandingView } from '../landing-view';

const FAILED = landingTexts.en.submitFailed;
const view = {
  language: 'en',
  formFields: [{ id: 'fullName', type: 'text', label: 'Full Name', placeholder: 'Jane', required: true, options: [] }],
  submitButtonText: 'Send',
  contactPhone: '',
  contactAddress: '',
  disclosure: null,
  pageVersion: '3f9a1c07be52',
} as unknown as LandingView;
const state = { action: '/landing/a/b', query: '', endpoint: '/api/campaigns/a/b/leads?', idempotencyKey: 'k' };

const answer = (status: number, body: object | string = {}) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, ok: status < 300, text: () => Promise.resolve(text) } as Response;
};
const fetchMock = jest.fn<Promise<Response>, [string, RequestInit]>();
const timeout = new AbortController();

beforeEach(() => {
  jest.useFakeTimers();
  fetchMock.mockReset();
  // jsdom has no autofill. tests/e2e/dashboard/spam.spec.ts covers it.
  Object.assign(window, { fetch: fetchMock, CSS: { supports: () => false } });
  AbortSignal.timeout = jest.fn(() => timeout.signal);
  Object.defineProperty(crypto, 'randomUUID', { configurable: true, value: jest.fn(() => `key ${++keys}` as const) });
  const { container } = render(
    <main>
      <LandingForm view={view} state={{ ...state, values: { fullName: 'Ann Lee' }, errors: {} }} />
    </main>,
  );
  container.insertAdjacentHTML('beforeend', '<template><h1>Thank You!</h1></template>');
  enhanceForm(container.querySelector('form')!);
});
afterEach(() => jest.useRealTimers());

let keys = 0;
const submitButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send' });
const toast = () => screen.getByRole('status').textContent;
const closeButton = () => screen.getByRole('button', { name: 'Close message' });
const sentKeys = () =>
  fetchMock.mock.calls.map(([, { headers }]) => (headers as Record<string, string>)['idempotency-key']);

async function submit(): Promise<void> {
  fireEvent.click(submitButton());
  await waitFor(() => expect(submitButton().disabled).toBe(false));
}

async function fail(): Promise<void> {
  fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await submit();
}

describe('a submission from the landing page', () => {
  test.each<[string, () => Promise<Response>]>([
    ['the network fails', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['there is no response in time', () => Promise.reject(new DOMException('timed out', 'TimeoutError'))],
    ['the server returns 503', () => Promise.resolve(answer(503))],
    ['the server returns 429', () => Promise.resolve(answer(429))],
    ['the response is not JSON', () => Promise.resolve(answer(200, '<'))],
  ])('is sent once and fails at once when %s, with a toast and a notice, and keeps the answers', async (_, respond) => {
    fetchMock.mockImplementation(respond);
    await submit();
    expect([toast(), screen.getByRole('alert').textContent]).toEqual([`${FAILED}×`, FAILED]);
    expect(screen.getByRole('textbox', { name: /^Full Name/ })).toHaveProperty('value', 'Ann Lee');
    await jest.advanceTimersByTimeAsync(60_000);
    expect(fetchMock).toHaveBeenCalledTimes(1);
  });

  test('is aborted after 20 seconds', async () => {
    await fail();
    expect(AbortSignal.timeout).toHaveBeenCalledWith(20_000);
    expect(fetchMock.mock.calls[0]![1].signal).toBe(timeout.signal);
  });

  test('has the same key when the same answers are sent again, and another for changed answers', async () => {
    await fail();
    await fail();
    fireEvent.input(screen.getByRole('textbox', { name: /^Full Name/ }), { target: { value: 'Ann Leeds' } });
    await fail();
    const [first, second, third] = sentKeys();
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  test('hides the message of the failed attempt when it is sent again', async () => {
    await fail();
    let respond = (_: Response) => undefined as void;
    fetchMock.mockReturnValueOnce(new Promise((resolve) => (respond = resolve)));
    fireEvent.click(submitButton());
    expect([toast(), screen.queryByRole('alert')]).toEqual(['', null]);
    respond(answer(201, { postSubmissionType: 'message' }));
    await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
  });
});

describe('the errors of a form', () => {
  test('are in the language that the page carries', async () => {
    const form = document.querySelector('form')!;
    const texts = { ...(JSON.parse(form.getAttribute('data-texts')!) as object), required: '{label}: es obligatorio' };
    form.setAttribute('data-texts', JSON.stringify(texts));
    fireEvent.input(screen.getByRole('textbox', { name: /^Full Name/ }), { target: { value: '' } });
    await submit();
    expect(screen.getByText('Full Name: es obligatorio')).toBeTruthy();
    expect(fetchMock).not.toHaveBeenCalled();
  });
});

describe('the toast of a failed submission', () => {
  test('disappears after 5000 ms and not before, and the notice at the button stays', async () => {
    await fail();
    await jest.advanceTimersByTimeAsync(4_900);
    expect(toast()).toContain(FAILED);
    await jest.advanceTimersByTimeAsync(100);
    expect([toast(), screen.getByRole('alert').textContent]).toEqual(['', FAILED]);
  });

  test('closes by its button, which returns the focus to the submit button', async () => {
    await fail();
    closeButton().focus();
    fireEvent.click(closeButton());
    expect(toast()).toBe('');
    expect(document.activeElement).toBe(submitButton());
  });

  test('replaces the visible one, with a time of its own', async () => {
    await fail();
    await jest.advanceTimersByTimeAsync(3_000);
    await fail();
    await jest.advanceTimersByTimeAsync(3_000);
    expect(document.querySelectorAll('.toast')).toHaveLength(1);
  });
});
