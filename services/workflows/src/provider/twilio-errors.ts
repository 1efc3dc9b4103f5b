import { meaningOfCode } from '@dripline/contract/provider-codes';
import { Refused, Trouble } from './sms-provider';

/** Classifies an error response of Twilio. Returns null if the message may have been accepted anyway. Unknown codes are classified by HTTP status. */
export function readRefusal(status: number, code: number): Refused | Trouble | null {
  const meaning = meaningOfCode(code);
  if (meaning === 'trouble' || (meaning === null && (status === 401 || status === 403)))
    return new Trouble(`twilio_${code || status}`);
  if (meaning !== null) return new Refused(meaning);
  return status >= 400 && status < 500 ? new Refused('carrier_refused') : null;
}
