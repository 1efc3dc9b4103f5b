import { createHash } from 'node:crypto';
import { KEY_INPUT, PAGE_INPUT } from '../src/landing/landing-view';

export interface Submission {
  formData: Record<string, string>;
  /** The key that the page was rendered with. */
  pageKey?: string;
  /** The version of the page that was seen. */
  pageVersion?: string;
  /** The page's key and what was typed: the same twice is one lead, the Back button and other words are another. */
  idempotencyKey?: string;
}

/** Reads a posted form. An empty answer is no answer. */
export function readSubmission(body: Record<string, string | string[]> | undefined): Submission {
  const { [KEY_INPUT]: key, [PAGE_INPUT]: page, ...typed } = body ?? {};
  const pageVersion = typeof page === 'string' && page ? page : undefined;
  const answers = Object.entries(typed).map(([name, value]) => [name, [value].flat().at(-1) ?? ''] as const);
  const formData = Object.fromEntries(answers.filter(([name, value]) => value !== '' && !name.startsWith('_')));
  if (typeof key !== 'string' || !key) return { formData, pageVersion };
  const idempotencyKey = createHash('sha256')
    .update(JSON.stringify([key, formData]))
    .digest('hex')
    .slice(0, 32);
  return { formData, pageVersion, pageKey: key, idempotencyKey };
}
