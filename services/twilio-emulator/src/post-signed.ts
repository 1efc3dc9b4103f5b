import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks';

export interface SignedPost {
  /** What is signed. */
  url: string;
  authToken: string;
  /** The origin that it goes to, where not the url's own. */
  deliverTo?: string;
}

/** Posts a form to a webhook, signed as Twilio signs; answers the status. */
export async function postSigned(
  { url, authToken, deliverTo }: SignedPost,
  fields: Record<string, string>,
): Promise<number> {
  const headers = {
    'x-twilio-signature': getExpectedTwilioSignature(authToken, url, fields),
    'content-type': 'application/x-www-form-urlencoded',
  };
  const { pathname, search } = new URL(url);
  const answer = await fetch(deliverTo ? new URL(`${pathname}${search}`, deliverTo) : url, {
    method: 'POST',
    headers,
    body: new URLSearchParams(fields),
    signal: AbortSignal.timeout(15_000),
  });
  await answer.arrayBuffer();
  return answer.status;
}
