import { errorScopeOf } from '@dripline/contract/provider-codes';
import { Rejected, ProviderUnavailable } from './sms-provider';

/** Classifies an error response of Twilio. Returns null if the message may have been accepted anyway. Unknown codes are classified by HTTP status. */
export function classifyTwilioError(status: number, code: number): Rejected | ProviderUnavailable | null {
  const meaning = errorScopeOf(code);
  if (meaning === 'account' || (meaning === null && (status === 401 || status === 403)))
    return new ProviderUnavailable(`twilio_${code || status}`);
  if (meaning !== null) return new Rejected(meaning);
  return status >= 400 && status < 500 ? new Rejected('carrier_refused') : null;
}
