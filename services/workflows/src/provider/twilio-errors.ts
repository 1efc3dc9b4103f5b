import { meaningOfCode } from '@dripline/contract/provider-codes';
import { Refused, Trouble } from './sms-provider';

/** What a refusal of Twilio's means for the text, or null where it may have been taken all the same. Codes are split over time: one that is not known counts by its HTTP status. */
export function readRefusal(status: number, code: number): Refused | Trouble | null {
  const meaning = meaningOfCode(code);
  if (meaning === 'trouble' || (meaning === null && (status === 401 || status === 403)))
    return new Trouble(`twilio_${code || status}`);
  if (meaning !== null) return new Refused(meaning);
  return status >= 400 && status < 500 ? new Refused('carrier_refused') : null;
}
