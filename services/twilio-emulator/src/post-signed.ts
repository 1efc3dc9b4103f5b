import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks';

export interface SignedPost {
  /** The webhook URL, which is also what is signed. */
  url: string;
  authToken: string;
  /** Origin to post to instead of the URL's own. */
  deliverTo?: string;
}

/** Posts a form to a webhook with Twilio's signature. Returns the status. */
export async function postSigned(
  { url, authToken, deliverTo }: SignedPost,
  fields: Record<string, string>,
): Promise<number> {
  const headers = {
    'x-twilio-signature': getExpectedTwilioSignature(authToken, url, fields),
    'content-type': 'application/x-www-form-urlencoded',
  };
  const { pathname, search } = new URL(url);
  const response = await fetch(deliverTo ? new URL(`${pathname}${search}`, deliverTo) : url, {
    method: 'POST',
    headers,
    body: new URLSearchParams(fields),
    signal: AbortSignal.timeout(15_000),
  });
  await response.arrayBuffer();
  return response.status;
}
