import { newIdempotencyKey } from '../../../../shared/idempotency-key';

/** A message that is being written. */
export interface Draft {
  text: string;
  /** A text that is sent again has the same key, so that it is sent once. */
  key: string;
}

const drafts = new Map<string, Draft>();

/** Creates a draft of a text. */
export const createDraft = (text: string): Draft => ({ text, key: newIdempotencyKey() });

/** Returns what was written to a lead and not sent, also after its drawer was closed. */
export const draftFor = (leadId: string): Draft => drafts.get(leadId) ?? createDraft('');

/** Keeps what is written to a lead, or forgets it. */
export function keepDraft(leadId: string, draft: Draft): void {
  if (draft.text === '') drafts.delete(leadId);
  else drafts.set(leadId, draft);
}
