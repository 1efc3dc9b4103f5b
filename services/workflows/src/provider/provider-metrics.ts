import { metrics } from '@dripline/runtime/health-server';
import { inSpan } from '@dripline/runtime/tracing';
import { Counter } from 'prom-client';
import { NotTaken, Refused, type SmsProvider, Trouble } from './sms-provider';

const sends = new Counter({
  name: 'dripline_sms_sends_total',
  help: 'Texts handed to the provider, by how that ended: sent, refused, not_taken, trouble, or ambiguous where nobody can say.',
  labelNames: ['outcome'],
  registers: [metrics],
});
// `increase` does not see the first of a series, and an alert counts these.
sends.inc({ outcome: 'ambiguous' }, 0);

/** Counts how each handing over ends. */
export function measureProvider(provider: SmsProvider): SmsProvider {
  return {
    settleMs: provider.settleMs,
    find: (text, since) => inSpan('provider find', () => provider.find(text, since)),
    async send(text, until) {
      const acceptance = await inSpan('provider send', () => provider.send(text, until)).catch((error: unknown) => {
        sends.inc({ outcome: outcomeOf(error) });
        throw error;
      });
      sends.inc({ outcome: 'sent' });
      return acceptance;
    },
  };
}

function outcomeOf(error: unknown): string {
  if (error instanceof Refused) return 'refused';
  if (error instanceof NotTaken) return 'not_taken';
  return error instanceof Trouble ? 'trouble' : 'ambiguous';
}
