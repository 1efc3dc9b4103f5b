import { createHash } from 'node:crypto';
import { KEY_INPUT, PAGE_INPUT, TOKEN_INPUT, TRAP_INPUT } from '../../src/landing/landing-view';

export interface Submission {
  formData: Record<string, string>;
  /** The key that the page was rendered with. */
  pageKey?: string;
  /** The version of the page that was seen. */
  pageVersion?: string;
  /** What that page was signed with. */
  formToken?: string;
  /** Whether the field that people do not see was filled in. */
  trapped: boolean;
  /** The page's key and what was typed: the same twice is one lead, the Back button and other words are another. */
  idempotencyKey?: string;
}

/** Reads a posted form. An empty answer is no answer. */
export function readSubmission(body: Record<string, string | string[]> | undefined): Submission {
  const { [KEY_INPUT]: key, [PAGE_INPUT]: page, [TOKEN_INPUT]: token, [TRAP_INPUT]: trap, ...typed } = body ?? {};
  const pageVersion = typeof page === 'string' && page ? page : undefined;
  const formToken = typeof token === 'string' && token ? token : undefined;
  const from = { pageVersion, formToken, trapped: Boolean(trap?.length) };
  const answers = Object.entries(typed).map(([name, value]) => [name, [value].flat().at(-1) ?? ''] as const);
  const formData = Object.fromEntries(answers.filter(([name, value]) => value !== '' && !name.startsWith('_')));
  if (typeof key !== 'string' || !key) return { formData, ...from };
  const idempotencyKey = createHash('sha256')
    .update(JSON.stringify([key, formData]))
    .digest('hex')
    .slice(0, 32);
  return { formData, ...from, pageKey: key, idempotencyKey };
}
