import { createHash } from 'node:crypto';
import { AD_CONSENT_INPUT, KEY_INPUT, PAGE_INPUT, TOKEN_INPUT, HONEYPOT_INPUT } from '../../src/landing/landing-view';

/** A posted form. */
export interface Submission {
  formData: Record<string, string>;
  /** The idempotency key that the page was rendered with. */
  pageKey?: string;
  /** The version of the page that the visitor saw. */
  pageVersion?: string;
  /** The page's form token. */
  formToken?: string;
  /** Whether the visitor lets ad networks know of the lead. Undefined if the page did not ask. */
  adConsent?: boolean | undefined;
  /** Whether the honeypot field was filled in. */
  honeypotFilled: boolean;
  /** A hash of the page's key and the answers: the same answers create one lead, and changed answers create another. */
  idempotencyKey?: string;
}

/** Parses a posted form. Empty answers are omitted. */
export function readSubmission(body: Record<string, string | string[]> | undefined): Submission {
  const {
    [KEY_INPUT]: key,
    [PAGE_INPUT]: page,
    [TOKEN_INPUT]: token,
    [HONEYPOT_INPUT]: honeypot,
    [AD_CONSENT_INPUT]: consents,
    ...fields
  } = body ?? {};
  const pageVersion = typeof page === 'string' && page ? page : undefined;
  const formToken = typeof token === 'string' && token ? token : undefined;
  const adConsent = consents === undefined ? undefined : [consents].flat().at(-1) === 'true';
  const pageInfo = { pageVersion, formToken, adConsent, honeypotFilled: Boolean(honeypot?.length) };
  const answers = Object.entries(fields).map(([name, value]) => [name, [value].flat().at(-1) ?? ''] as const);
  const formData = Object.fromEntries(answers.filter(([name, value]) => value !== '' && !name.startsWith('_')));
  if (typeof key !== 'string' || !key) return { formData, ...pageInfo };
  const idempotencyKey = createHash('sha256')
    .update(JSON.stringify([key, formData]))
    .digest('hex')
    .slice(0, 32);
  return { formData, ...pageInfo, pageKey: key, idempotencyKey };
}
