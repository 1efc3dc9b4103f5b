import { metrics } from '@dripline/runtime/health-server';
import { inSpan } from '@dripline/runtime/tracing';
import { Counter } from 'prom-client';
import { NotTaken, Refused, type SmsProvider, Trouble } from './sms-provider';

const sends = new Counter({
  name: 'dripline_sms_sends_total',
  help: 'Send attempts, by outcome: sent, refused (rejected), not_taken (not sent), trouble (provider unavailable) or ambiguous (unknown).',
  labelNames: ['outcome'],
  registers: [metrics],
});
// Prometheus' `increase` misses the first increment of a new series, and an alert rule uses this one.
sends.inc({ outcome: 'ambiguous' }, 0);

/** Wraps a provider to count send attempts by outcome and to trace its calls. */
export function measureProvider(provider: SmsProvider): SmsProvider {
  return {
    settleMs: provider.settleMs,
    find: (message, since) => inSpan('provider find', () => provider.find(message, since)),
    async send(message, deadline) {
      const acceptance = await inSpan('provider send', () => provider.send(message, deadline)).catch(
        (error: unknown) => {
          sends.inc({ outcome: outcomeOf(error) });
          throw error;
        },
      );
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
