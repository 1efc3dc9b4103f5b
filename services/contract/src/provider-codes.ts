/**
 * What an error is about beyond the single message: the phone number (`opted_out`, `bad_number`), the sender or the
 * whole account.
 */
export type ErrorScope = 'opted_out' | 'bad_number' | 'sender' | 'account';

// https://www.twilio.com/docs/api/errors. Codes that are not listed concern only the message itself.
const codes: Record<ErrorScope, number[]> = {
  opted_out: [21610],
  bad_number: [21211, 21214, 21217, 21614, 30005, 30006],
  sender: [21603, 21606, 21659, 21660, 21701, 21703, 21704, 30032, 30034],
  account: [20003, 20005, 20006, 20008, 30002],
};

/** Returns what a Twilio error code means beyond the single message, or null. */
export function errorScopeOf(code: number): ErrorScope | null {
  const entry = Object.entries(codes).find(([, list]) => list.includes(code));
  return (entry?.[0] as ErrorScope | undefined) ?? null;
}
