import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks';

/** Posts a form to a webhook, signed as Twilio signs; answers the status. */
export async function postSigned(url: string, authToken: string, fields: Record<string, string>): Promise<number> {
  const headers = { 'x-twilio-signature': getExpectedTwilioSignature(authToken, url, fields), 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await fetch(url, { method: 'POST', headers, body: new URLSearchParams(fields), signal: AbortSignal.timeout(15_000) });
  await answer.arrayBuffer();
  return answer.status;
}
