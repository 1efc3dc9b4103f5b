import { LoggedTextDocument, LogTextDocument } from '@dripline/contract/generated';
import { mask } from '@dripline/contract/mask';
import { log } from './log';
import type { AskDomain } from './ask-domain';

/** A text on its way. `id` is the SMS message's and the same in every attempt. */
export interface OutgoingText {
  id: string;
  /** E.164. */
  to: string;
  body: string;
}

/** What the provider keeps of a text it took. */
export interface Acceptance {
  providerId: string;
}

/** Whoever carries the texts. */
export interface SmsProvider {
  /** Hands a text over. A thrown error means that it may or may not have been taken. */
  send(text: OutgoingText): Promise<Acceptance>;
  /** Whether an earlier attempt was taken after all. */
  find(text: OutgoingText): Promise<Acceptance | null>;
}

/** Carries texts to a table and the terminal, for trying Dripline without an account anywhere. */
export function logProvider(ask: AskDomain): SmsProvider {
  return {
    async send({ id, to, body }) {
      await ask(LogTextDocument, { id, to, body });
      log.info({ to: mask(to), body: mask(body) }, 'text');
      return { providerId: `log-${id}` };
    },
    async find({ id }) {
      const { loggedText } = await ask(LoggedTextDocument, { id });
      return loggedText && { providerId: `log-${id}` };
    },
  };
}
