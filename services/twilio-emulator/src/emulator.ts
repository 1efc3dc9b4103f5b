import { setTimeout as delay } from 'node:timers/promises';
import express, { type Express, type Request, type Response } from 'express';
import { type Behaviour, type Fault, nextFault, defaultBehaviour } from './faults';
import { type Ledger, type AcceptedMessage } from './ledger';
import { messageResource, twilioError } from './message-resource';
import { postSigned } from './post-signed';

export interface EmulatorOptions {
  accountSid: string;
  authToken: string;
  /** Webhook URL for inbound messages, as it is set on the number or the Messaging Service. */
  inboundUrl?: string;
  /** Origin that webhooks are posted to instead of the origin in their URL. */
  deliverTo?: string;
  ledger: Ledger;
}

/** An API request and the status of its response, or 0 if there was no response. */
export interface RecordedRequest {
  at: number;
  method: string;
  to: string | null;
  status: number;
}

const E164 = /^\+[1-9]\d{6,14}$/;

/**
 * Emulates the part of Twilio's Messages API that Dripline uses: create, fetch and list messages, signed receipts and
 * inbound messages. A number that replied STOP is blocked for the sender until it replies START. The paths under `/_` inject faults and read the ledger.
 */
export function createTwilioEmulator({
  accountSid,
  authToken,
  inboundUrl,
  deliverTo,
  ledger,
}: EmulatorOptions): Express {
  let behaviour: Behaviour = defaultBehaviour();
  const waiting: (() => void)[] = [];
  const requests: RecordedRequest[] = [];
  /** Numbers that a message was already requested for. */
  const requestedNumbers = new Set<string>();
  /** Senders and the numbers that replied STOP to them. */
  const blocked = new Set<string>();
  const app = express();
  app.disable('x-powered-by');
  app.use(express.urlencoded({ extended: false }), express.json());

  app.put('/_behaviour', (req, res) => {
    behaviour = { ...defaultBehaviour(), ...(req.body as Partial<Behaviour>) };
    res.status(204).end();
  });
  app.post('/_release', (_req, res) => {
    for (const release of waiting.splice(0)) release();
    res.status(204).end();
  });
  app.get('/_ledger', (_req, res) => void res.json({ messages: ledger.messages, waiting: waiting.length, requests }));
  app.post('/_inbound', async (req, res) => {
    const { from, to, body, ...extraFields } = req.body as Record<string, string>;
    const block = `${extraFields['MessagingServiceSid'] ?? to} ${from}`;
    if (/^stop$/i.test(body!)) blocked.add(block);
    if (/^start$/i.test(body!)) blocked.delete(block);
    const sid = `SM${Math.random().toString(16).slice(2).padEnd(32, '0').slice(0, 32)}`;
    const status = await postSigned(
      { url: inboundUrl ?? '', authToken, deliverTo },
      {
        MessageSid: sid,
        AccountSid: accountSid,
        From: from!,
        To: to!,
        Body: body!,
        NumMedia: '0',
        NumSegments: '1',
        ...extraFields,
      },
    );
    res.json({ status, sid });
  });

  const account = `/2010-04-01/Accounts/${accountSid}`;
  app.use('/2010-04-01', (req, res, next) => {
    const { To } = { ...req.query, ...(req.body as object) } as { To?: string };
    const record = { at: Date.now(), method: req.method, to: To ?? null, status: 0 };
    requests.push(record);
    res.once('finish', () => (record.status = res.statusCode));
    if (behaviour.isDown) return void res.status(503).json(unavailable(record.to ?? ''));
    const expected = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
    if (req.get('authorization') === expected) return next();
    res.status(401).json(twilioError(401, 20003, 'Authenticate'));
  });

  app.post(`${account}/Messages.json`, async (req, res) => {
    const {
      To = '',
      Body = '',
      From,
      MessagingServiceSid,
      StatusCallback,
    } = req.body as Record<string, string | undefined>;
    if (!E164.test(To)) return void res.status(400).json(twilioError(400, 21211, `Invalid 'To' Phone Number: ${To}`));
    if (!From && !MessagingServiceSid)
      return void res.status(400).json(twilioError(400, 21603, "A 'From' phone number is required."));
    if (Body === '') return void res.status(400).json(twilioError(400, 21602, 'Message body is required.'));
    if (Body.length > 1600)
      return void res
        .status(400)
        .json(twilioError(400, 21617, 'The concatenated message body exceeds the 1600 character limit'));
    const sender = MessagingServiceSid ?? From!;
    if (blocked.has(`${sender} ${To}`))
      return void res.status(400).json(twilioError(400, 21610, 'Attempt to send to unsubscribed recipient'));
    const fault = nextFault(behaviour, { number: To, sender, isFirst: !requestedNumbers.has(To) });
    requestedNumbers.add(To);
    if (fault?.kind === 'barrier-before') await new Promise<void>((resolve) => waiting.push(resolve));
    if (req.socket.destroyed) return;
    if (fault && (await rejectWith(fault, req, res))) return;
    const status = MessagingServiceSid ? 'accepted' : 'queued';
    const message = {
      to: To,
      from: From ?? null,
      messagingServiceSid: MessagingServiceSid ?? null,
      body: Body,
      statusCallback: StatusCallback ?? null,
      status,
    };
    const accepted = ledger.append(message, behaviour.listLagMs);
    // Created before the receipts change the status.
    const resource = messageResource(accountSid, accepted);
    void sendReceipts(accepted, behaviour);
    if (fault?.kind === 'accept-then-reset') return void req.socket.destroy();
    if (fault?.kind === 'accept-then-hang') return;
    if (fault?.kind === '5xx-after-accept') return void res.status(503).json(unavailable(`${To}: ${Body}`));
    if (fault?.kind === 'barrier') await new Promise<void>((resolve) => waiting.push(resolve));
    res.status(201).json(resource);
  });

  app.get(`${account}/Messages.json`, (req, res) => {
    const size = Math.min(Number(req.query['PageSize'] ?? 50), 1000);
    const page = Number(req.query['Page'] ?? 0);
    const found = ledger.messages
      .filter((message) => message.listedAt <= new Date() && (!req.query['To'] || message.to === req.query['To']))
      .reverse();
    const listed = found.slice(page * size, (page + 1) * size);
    const pageUri = (number: number) =>
      `${account}/Messages.json?${new URLSearchParams({ ...(req.query as Record<string, string>), PageSize: String(size), Page: String(number) })}`;
    const next = found.length > (page + 1) * size ? pageUri(page + 1) : null;
    const pageUris = {
      first_page_uri: pageUri(0),
      next_page_uri: next,
      previous_page_uri: page > 0 ? pageUri(page - 1) : null,
      uri: pageUri(page),
    };
    res.json({
      ...pageUris,
      page,
      page_size: size,
      start: page * size,
      end: Math.max(0, page * size + listed.length - 1),
      messages: listed.map((message) => messageResource(accountSid, message)),
    });
  });

  app.get(`${account}/Messages/:sid.json`, (req, res) => {
    const message = ledger.messages.find(({ sid }) => sid === req.params['sid']);
    if (!message) return void res.status(404).json(twilioError(404, 20404, 'The requested resource was not found'));
    res.json(messageResource(accountSid, message));
  });

  async function sendReceipts(
    message: AcceptedMessage,
    { receipts, receiptDelayMs }: Pick<Behaviour, 'receipts' | 'receiptDelayMs'>,
  ): Promise<void> {
    if (receiptDelayMs > 0) await delay(receiptDelayMs);
    for (const receipt of receipts) {
      const [status = '', ErrorCode] = receipt.split(':');
      message.status = status;
      if (!message.statusCallback) continue;
      const fields: Record<string, string> = {
        ...(ErrorCode ? { ErrorCode } : {}),
        MessageSid: message.sid,
        SmsSid: message.sid,
        AccountSid: accountSid,
        To: message.to,
        From: message.from ?? '+15005550006',
        MessageStatus: status,
      };
      await postSigned({ url: message.statusCallback, authToken, deliverTo }, fields).catch(() => undefined);
    }
  }

  return app;
}

// The error quotes the request, as a real API may, so that tests notice when personal data in it is logged or stored.
const unavailable = (requestText: string) => twilioError(503, 20503, `Service unavailable (${requestText})`);

/** Applies a fault that happens before the message is accepted. Returns whether the message is rejected. */
async function rejectWith(fault: Fault, req: Request, res: Response): Promise<boolean> {
  if (fault.kind === 'latency') await delay(fault.ms);
  else if (fault.kind === 'reset-before-accept') req.socket.destroy();
  else if (fault.kind === '5xx-before') res.status(503).json(unavailable((req.body as { To: string }).To));
  else if (fault.kind === 'busy')
    res
      .set('Retry-After', String(fault.retryAfterSeconds))
      .status(429)
      .json(twilioError(429, 20429, 'Too Many Requests'));
  else if (fault.kind === 'error')
    res.status(fault.status).json(twilioError(fault.status, fault.code, `Error ${fault.code}`));
  else return false;
  return fault.kind !== 'latency';
}
