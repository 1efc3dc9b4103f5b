import { Refused, Trouble } from './sms-provider';

// https://www.twilio.com/docs/api/errors. Codes are split over time, so a code that is not here counts by its HTTP status.
const optedOut = [21610];
const badNumber = [21211, 21214, 21217, 21614, 30005, 30006];
const ours = [20003, 20005, 20006, 20008, 21603, 21606, 21659, 21660, 21701, 21703, 21704, 30002, 30032, 30034];

/** What a refusal of Twilio's means for the text, or null where it may have been taken all the same. */
export function readRefusal(status: number, code: number): Refused | Trouble | null {
  if (optedOut.includes(code)) return new Refused('opted_out');
  if (badNumber.includes(code)) return new Refused('bad_number');
  if (ours.includes(code) || status === 401 || status === 403) return new Trouble(`twilio_${code || status}`);
  return status >= 400 && status < 500 ? new Refused('carrier_refused') : null;
}
