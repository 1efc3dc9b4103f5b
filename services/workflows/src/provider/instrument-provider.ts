import { metrics } from '@dripline/runtime/http/health-server';
import { withSpan } from '@dripline/runtime/tracing';
import { Counter } from 'prom-client';
import { NotSent, Rejected, type SmsProvider, ProviderUnavailable } from './sms-provider';

const sends = new Counter({
  name: 'dripline_sms_sends_total',
  help: 'Send attempts, by outcome: sent, rejected, not_sent, unavailable (the provider does not accept messages) or unknown.',
  labelNames: ['outcome'],
  registers: [metrics],
});
// Prometheus' `increase` misses the first increment of a new series, and an alert rule uses this one.
sends.inc({ outcome: 'unknown' }, 0);

/** Wraps a provider to count send attempts by outcome and to trace its calls. */
export function instrumentProvider(provider: SmsProvider): SmsProvider {
  return {
    listingDelayMs: provider.listingDelayMs,
    find: (message, since) => withSpan('provider find', () => provider.find(message, since)),
    async send(message, deadline) {
      const acceptance = await withSpan('provider send', () => provider.send(message, deadline)).catch(
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
  if (error instanceof Rejected) return 'rejected';
  if (error instanceof NotSent) return 'not_sent';
  return error instanceof ProviderUnavailable ? 'unavailable' : 'unknown';
}
