import { AsyncLocalStorage } from 'node:async_hooks';
import twilio, { type Twilio } from 'twilio';
import RequestClient from 'twilio/lib/base/RequestClient';
import RestException from 'twilio/lib/base/RestException';
import type { MessageInstance } from 'twilio/lib/rest/api/v2010/account/message';
import { NotTaken, type SmsProvider, Trouble, Unclear } from './sms-provider';
import { readRefusal } from './twilio-errors';

export interface TwilioSettings {
  accountSid: string;
  authToken: string;
  messagingServiceSid?: string;
  fromNumber?: string;
  /** A stand-in's address. */
  apiBase?: string;
  /** Where receipts go. */
  publicUrl: string;
  /** How long one call may take. */
  timeoutMs: number;
  settleMs: number;
}

// Nothing reached Twilio: no connection was made.
const unconnected = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];
/** Clocks differ: a text made a little before the attempt began may still be it. */
const CLOCK_SKEW_MS = 6_000;
const PAGE_SIZE = 100;

/** Twilio has no key that would make sending twice harmless: the caller looks before it sends again. */
export function twilioProvider(settings: TwilioSettings): SmsProvider {
  const { accountSid, authToken, messagingServiceSid, fromNumber, publicUrl, settleMs } = settings;
  const httpClient = new FencedClient({ timeout: settings.timeoutMs });
  const client = twilio(accountSid, authToken, { httpClient });
  if (settings.apiBase) client.api.baseUrl = settings.apiBase;
  const sender = messagingServiceSid ? { messagingServiceSid } : { from: fromNumber };
  return {
    settleMs,
    async send({ id, to, body }, until) {
      const statusCallback = `${publicUrl}/webhooks/twilio/status?m=${id}`;
      try {
        const { sid } = await httpClient.before(until, () =>
          client.messages.create({ to, body, ...sender, statusCallback }),
        );
        return { providerId: sid };
      } catch (error) {
        throw inOurTerms(error);
      }
    },
    async find({ to, body }, since) {
      const listed = await listSince(client, to, since.getTime() - CLOCK_SKEW_MS).catch((error: unknown) => {
        const said = inOurTerms(error);
        throw said instanceof NotTaken || said instanceof Trouble ? said : new Trouble('unreachable');
      });
      return listed
        .filter((text) => text.body === body)
        .map(({ sid }) => ({ providerId: sid }))
        .reverse();
    },
  };
}

/** What went to a number since then, the newest first, as the list has it. Not by DateSent, which a queued text lacks. */
async function listSince(client: Twilio, to: string, since: number): Promise<MessageInstance[]> {
  const listed: MessageInstance[] = [];
  for (let page = await client.messages.page({ to, pageSize: PAGE_SIZE }); ;) {
    const recent = page.instances.filter(({ dateCreated }) => dateCreated.getTime() >= since);
    listed.push(...recent);
    const next = recent.length < page.instances.length || recent.length === 0 ? undefined : await page.nextPage();
    if (!next) return listed;
    page = next as typeof page;
  }
}

function inOurTerms(error: unknown): Error {
  if (error instanceof NotTaken) return error;
  if (error instanceof RestException)
    return readRefusal(error.status, Number(error.code)) ?? new Unclear(`answered ${error.status}`);
  const { code = 'no answer' } = error as { code?: string };
  return unconnected.includes(code) ? new Trouble('unreachable') : new Unclear(code);
}

/** Sends nothing after a call's time has passed: an attempt that was asleep must not wake up beside the one that took its place. */
class FencedClient extends RequestClient {
  private readonly until = new AsyncLocalStorage<number>();

  before<Answer>(until: number, call: () => Promise<Answer>): Promise<Answer> {
    return this.until.run(until, call);
  }

  override async request<Body>(options: RequestClient.RequestOptions<Body>) {
    if (Date.now() > (this.until.getStore() ?? Infinity)) throw new NotTaken('its time has passed');
    const answer = await super.request<Body>(options);
    if (answer.statusCode !== 429) return answer;
    const { 'retry-after': seconds } = answer.headers as Record<string, string | undefined>;
    throw new NotTaken('too many requests', Number(seconds) > 0 ? Number(seconds) * 1_000 : undefined);
  }
}
