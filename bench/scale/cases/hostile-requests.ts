import { randomUUID } from 'node:crypto';
import type { VisitedPage } from '../visitors';

/** A request that means harm. */
export interface HostileRequest {
  url: string;
  init?: RequestInit;
}

const LONG_VALUE = 5_000;
const letters = (length: number) => 'x'.repeat(length);
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** Twenty kinds of hostile requests to a landing page and its form. `n` makes each request different. */
export const hostileRequests: ((page: VisitedPage, n: number) => HostileRequest)[] = [
  // Pages.
  ({ url }) => ({ url: `${url}?source=${letters(12_000)}` }),
  ({ url }, n) => ({ url: `${url}?source=made-up-${n % 10_000}` }),
  ({ url }, n) => ({ url: `${url}?source=%00%0d%0a${n}` }),
  ({ url }, n) => ({ url: `${url}?${Array.from({ length: 500 }, (_, key) => `k${key}=${n}`).join('&')}` }),
  ({ url }, n) => ({ url: `${url}-${n}` }),
  ({ url }, n) => ({ url: url.replace(/\/landing\/.*/, `/landing/nobody-${n}/nothing`) }),
  ({ url }) => ({ url: `${url}/${letters(8_000)}` }),
  ({ url }) => ({ url: `${url}%00` }),
  ({ url }) => ({ url, init: { headers: { cookie: `a=${letters(12_000)}` } } }),
  // Forms.
  (page, n) =>
    form(
      page,
      fields(50, (key) => `key ${key}`, letters(LONG_VALUE)),
      n,
    ),
  (page, n) =>
    form(
      page,
      fields(50, (key) => `key ${n} ${key}`, letters(LONG_VALUE)),
      n,
    ),
  (page, n) => form(page, { phone: '415', fullName: letters(LONG_VALUE), [letters(LONG_VALUE)]: 'x' }, n),
  (page, n) => form(page, { phone: number(n), fullName: `=cmd|' /C calc'!A0\r\n"=1+1\r@SUM(1)` }, n),
  (page, n) => form(page, { phone: [[number(n)]], fullName: { a: { b: 'c' } } }, n),
  (page, n) => form(page, { phone: number(n), source: letters(LONG_VALUE) }, n),
  ({ submitUrl }) => ({ url: submitUrl, init: post(`{"phone":${nested(5_000)}}`) }),
  ({ submitUrl }) => ({ url: submitUrl, init: post(`{"phone":"${letters(2_000_000)}"}`) }),
  ({ submitUrl }) => ({ url: submitUrl, init: post('{"phone":') }),
  (page, n) => form(page, { phone: number(n), 'first name': '\u0000\ud800\u202e' }, n),
  ({ submitUrl }, n) => ({
    url: submitUrl,
    init: post(JSON.stringify({ phone: number(n) }), { 'idempotency-key': `the same key ${n % 3}` }),
  }),
];

const number = (n: number) => `+1${2_020_000_000 + n}`;

const fields = (count: number, name: (key: number) => string, value: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, key) => [name(key), value]));

const form = ({ submitUrl }: VisitedPage, body: object, n: number): HostileRequest => ({
  url: submitUrl,
  init: post(JSON.stringify(body), { 'idempotency-key': `${randomUUID()} ${n}` }),
});

const post = (body: string, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body,
});
