import type { GraphqlClient } from '../graphql-client';
import type { Env } from '../env';
import { logProvider } from './log-provider';
import type { SmsProvider } from './sms-provider';
import { twilioProvider } from './twilio-provider';

/** Creates the Twilio provider if TWILIO_ACCOUNT_SID is set, else the log provider. */
export function createProvider(env: Env, ask: GraphqlClient): SmsProvider {
  if (!env.TWILIO_ACCOUNT_SID) return logProvider(ask);
  return twilioProvider({
    accountSid: env.TWILIO_ACCOUNT_SID,
    authToken: env.TWILIO_AUTH_TOKEN!,
    messagingServiceSid: env.TWILIO_MESSAGING_SERVICE_SID,
    fromNumber: env.TWILIO_FROM_NUMBER,
    apiBase: env.TWILIO_API_BASE,
    publicUrl: env.PUBLIC_URL!,
    timeoutMs: env.TWILIO_TIMEOUT_MS,
    listingDelayMs: env.TWILIO_LISTING_DELAY_MS,
  });
}
