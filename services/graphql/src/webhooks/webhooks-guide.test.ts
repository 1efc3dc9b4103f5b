import { WEBHOOK_EVENTS } from '@dripline/contract/webhooks';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Webhook } from 'standardwebhooks';
import type { Lead } from '../leads/lead.entity';
import type { Reply } from '../replies/reply.entity';
import type { SmsMessage } from '../messages/sms-message.entity';
import { conversionData } from './conversion-event';
import { leadData, replyData, smsData } from './event-payloads';
import { DISABLE_AFTER_MS, RETRY_DELAYS_MS } from './record-delivery';
import { DELIVERY_DAYS } from '../jobs/periodic-jobs';

const text = readFileSync(path.join(__dirname, '../../../../docs/guides/webhooks.md'), 'utf8');
const prose = text.replace(/\s+/g, ' ');
const blocks = (language: string) =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, code]) => code!);
const examples = blocks('json').map((code) => JSON.parse(code) as { type: string; timestamp: string; data: object });
const exampleFields = (type: string) => Object.keys(examples.find((example) => example.type === type)!.data);

describe('docs/guides/webhooks.md', () => {
  it('the guide documents every event with exactly its fields', () => {
    for (const event of WEBHOOK_EVENTS) expect(text).toContain(`\`${event}\``);
    expect(exampleFields('lead.created')).toEqual(Object.keys(leadData({} as Lead, '')));
    const conversion = conversionData({ id: '1', createdAt: new Date() } as Lead, 'qualified', new Date());
    expect(exampleFields('lead.conversion')).toEqual(Object.keys(conversion));
    expect(exampleFields('sms.sent')).toEqual(Object.keys(smsData({} as SmsMessage)));
    expect(exampleFields('sms.replied')).toEqual(Object.keys(replyData({} as Reply)));
    expect(exampleFields('webhook.test')).toEqual(['webhookId', 'message']);
    for (const { timestamp } of examples) expect(new Date(timestamp).toISOString()).toBe(timestamp);
  });

  it('the receiver in the guide accepts our signatures and no others', () => {
    const [code] = blocks('js');
    const verify = new Function('require', `${code!}\nreturn verify;`)(require) as (
      secret: string,
      headers: object,
      body: string,
    ) => unknown;
    const [secret, other] = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'];
    const body = JSON.stringify(examples[0]);
    const signed = (signedAt: Date, ...secrets: string[]) => ({
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(signedAt.getTime() / 1000)),
      'webhook-signature': secrets.map((key) => new Webhook(key).sign('msg_1', signedAt, body)).join(' '),
    });
    expect(verify(secret!, signed(new Date(), secret!), body)).toEqual(examples[0]);
    expect(verify(secret!, signed(new Date(), other!, secret!), body)).toEqual(examples[0]);
    expect(() => verify(secret!, signed(new Date(), other!), body)).toThrow('invalid signature');
    expect(() => verify(secret!, signed(new Date(), secret!), `${body} `)).toThrow('invalid signature');
    expect(() => verify(secret!, signed(new Date(Date.now() - 600_000), secret!), body)).toThrow('too old');
  });

  it('the guide states the retry delays, the retention and the limits of the code', () => {
    const hours = RETRY_DELAYS_MS.slice(3).map((ms) => ms / 3_600_000);
    expect(RETRY_DELAYS_MS.slice(0, 3)).toEqual([5_000, 300_000, 1_800_000]);
    expect(prose).toContain(
      `after 5 seconds, 5 and 30 minutes, ${hours.slice(0, -1).join(', ')} and ${hours.at(-1)} hours`,
    );
    expect([RETRY_DELAYS_MS.length + 1, DISABLE_AFTER_MS, DELIVERY_DAYS]).toEqual([10, 5 * 86_400_000, 30]);
  });
});
