import { errorScopeOf } from '@dripline/contract/provider-codes';
import { AsyncLocalStorage } from 'node:async_hooks';
import twilio, { type Twilio } from 'twilio';
import RequestClient from 'twilio/lib/base/RequestClient';
import RestException from 'twilio/lib/base/RestException';
import type { MessageInstance } from 'twilio/lib/rest/api/v2010/account/message';
import { NotSent, ProviderUnavailable, Rejected, type SmsProvider, UnknownOutcome } from './sms-provider';

/** The configuration of the Twilio provider. */
export interface TwilioSettings {
  accountSid: string;
  authToken: string;
  messagingServiceSid?: string;
  fromNumber?: string;
  /** The URL of an emulator. */
  apiBase?: string;
  /** The public origin, where Twilio sends delivery receipts. */
  publicUrl: string;
  /** Timeout of one call, in milliseconds. */
  timeoutMs: number;
  listingDelayMs: number;
}

// Errors before a connection was made, so nothing reached Twilio.
const connectionErrorCodes = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];
/** Tolerance for clock differences when comparing Twilio's creation time with the start of an attempt. */
const CLOCK_SKEW_MS = 6_000;
const PAGE_SIZE = 100;
/** Maximum size of a response in bytes. A page of messages has about 300 kB. */
const MAX_RESPONSE_BYTES = 4 * 1024 ** 2;

/**
 * Creates the Twilio provider. Twilio has no idempotency key, so callers must look a message up before sending it
 * again.
 */
export function twilioProvider(settings: TwilioSettings): SmsProvider {
  const { accountSid, authToken, messagingServiceSid, fromNumber, publicUrl, listingDelayMs } = settings;
  const httpClient = new DeadlineClient({ timeout: settings.timeoutMs });
  const client = twilio(accountSid, authToken, { httpClient });
  if (settings.apiBase) client.api.baseUrl = settings.apiBase;
  const defaultSender = messagingServiceSid ?? fromNumber!;
  return {
    listingDelayMs,
    async send({ id, to, body, sender }, deadline) {
      const statusCallback = `${publicUrl}/webhooks/twilio/status?m=${id}`;
      try {
        const { sid } = await httpClient.runBefore(deadline, () =>
          client.messages.create({ to, body, ...senderFields(sender ?? defaultSender), statusCallback }),
        );
        return { providerId: sid };
      } catch (error) {
        throw toProviderError(error);
      }
    },
    async find({ to, body, sender }, since) {
      const candidates = await listSince(client, to, since.getTime() - CLOCK_SKEW_MS).catch((error: unknown) => {
        const providerError = toProviderError(error);
        throw providerError instanceof NotSent || providerError instanceof ProviderUnavailable
          ? providerError
          : new ProviderUnavailable('unreachable');
      });
      return candidates
        .filter((message) => message.body === body && (sender === null || isFrom(message, sender)))
        .map(({ sid }) => ({ providerId: sid }))
        .reverse();
    },
  };
}

const senderFields = (sender: string) => (sender.startsWith('MG') ? { messagingServiceSid: sender } : { from: sender });

const isFrom = ({ messagingServiceSid, from }: MessageInstance, sender: string) =>
  [messagingServiceSid, from].includes(sender);

/**
 * Lists the messages to a number since a time, newest first. It filters by creation time, because queued messages have
 * no DateSent.
 */
async function listSince(client: Twilio, to: string, since: number): Promise<MessageInstance[]> {
  const candidates: MessageInstance[] = [];
  for (let page = await client.messages.page({ to, pageSize: PAGE_SIZE }); ;) {
    const recent = page.instances.filter(({ dateCreated }) => dateCreated.getTime() >= since);
    candidates.push(...recent);
    const next = recent.length < page.instances.length || recent.length === 0 ? undefined : await page.nextPage();
    if (!next) return candidates;
    page = next as typeof page;
  }
}

function toProviderError(error: unknown): Error {
  if (error instanceof NotSent) return error;
  if (error instanceof RestException)
    return (
      classifyTwilioError(error.status, Number(error.code)) ??
      new UnknownOutcome(`the provider responded with status ${error.status}`)
    );
  const { code = 'no response' } = error as { code?: string };
  return connectionErrorCodes.includes(code) ? new ProviderUnavailable('unreachable') : new UnknownOutcome(code);
}

/**
 * Classifies an error response of Twilio. Returns null if the message may have been accepted anyway. Unknown codes are
 * classified by HTTP status.
 */
function classifyTwilioError(status: number, code: number): Rejected | ProviderUnavailable | null {
  const errorScope = errorScopeOf(code);
  if (
    errorScope === 'account' ||
    errorScope === 'sender' ||
    (errorScope === null && (status === 401 || status === 403))
  )
    return new ProviderUnavailable(`twilio_${code || status}`);
  if (errorScope !== null) return new Rejected(errorScope);
  return status >= 400 && status < 500 ? new Rejected('carrier_refused') : null;
}

/**
 * An HTTP client that sends nothing after a deadline, so that a suspended attempt cannot send after another attempt
 * has replaced it.
 */
class DeadlineClient extends RequestClient {
  private readonly deadline = new AsyncLocalStorage<number>();

  constructor(options: RequestClient.RequestClientOptions) {
    super(options);
    this.axios.defaults.maxContentLength = MAX_RESPONSE_BYTES;
  }

  runBefore<Result>(deadline: number, call: () => Promise<Result>): Promise<Result> {
    return this.deadline.run(deadline, call);
  }

  override async request<Body>(options: RequestClient.RequestOptions<Body>) {
    if (Date.now() > (this.deadline.getStore() ?? Infinity)) throw new NotSent('the send deadline has passed');
    const response = await super.request<Body>(options);
    if (response.statusCode !== 429) return response;
    const { 'retry-after': seconds } = response.headers as Record<string, string | undefined>;
    throw new NotSent(
      'the provider rate limit was exceeded',
      Number(seconds) > 0 ? Number(seconds) * 1_000 : undefined,
    );
  }
}
