import { LoggedTextDocument, LogTextDocument } from '../operations/generated';
import { mask } from '@dripline/runtime/mask';
import type { AskDomain } from '../call-graphql';
import { log } from '../log';
import type { SmsProvider } from './sms-provider';

/** Stores messages in a table and logs them, for trying Dripline without a provider account. */
export function logProvider(ask: AskDomain): SmsProvider {
  return {
    settleMs: 0,
    async send({ id, to, body }) {
      await ask(LogTextDocument, { id, to, body });
      log.info({ to: mask(to), body: mask(body) }, 'text');
      return { providerId: `log-${id}` };
    },
    async find({ id }) {
      const { loggedText } = await ask(LoggedTextDocument, { id });
      return loggedText ? [{ providerId: `log-${id}` }] : [];
    },
  };
}
