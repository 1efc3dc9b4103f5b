import { countSegments } from './count-segments';
import type { AcceptedMessage } from './ledger';

/** Returns a message as a Message resource of Twilio's REST API (2010-04-01). */
export function messageResource(
  accountSid: string,
  { sid, to, from, messagingServiceSid, body, status, createdAt }: AcceptedMessage,
) {
  const uri = `/2010-04-01/Accounts/${accountSid}/Messages/${sid}.json`;
  return {
    account_sid: accountSid,
    api_version: '2010-04-01',
    body,
    date_created: rfc2822(createdAt),
    date_sent: ['sent', 'delivered'].includes(status) ? rfc2822(createdAt) : null,
    date_updated: rfc2822(createdAt),
    direction: 'outbound-api',
    error_code: null,
    error_message: null,
    from,
    messaging_service_sid: messagingServiceSid,
    num_media: '0',
    // Twilio counts segments when it has chosen a sender.
    num_segments: status === 'accepted' ? '0' : String(countSegments(body)),
    price: null,
    price_unit: 'USD',
    sid,
    status,
    subresource_uris: { media: uri.replace('.json', '/Media.json') },
    to,
    uri,
  };
}

const rfc2822 = (date: Date) => date.toUTCString().replace('GMT', '+0000');

/** Returns an error response in Twilio's format. */
export const twilioError = (status: number, code: number, message: string) => ({
  code,
  message,
  more_info: `https://www.twilio.com/docs/errors/${code}`,
  status,
});
