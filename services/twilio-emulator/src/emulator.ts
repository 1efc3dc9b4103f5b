import express, { type Express, type Request, type Response } from 'express';
import { type Behaviour, type Fault, nextFault, plain } from './faults';
import { type Ledger, type TakenText } from './ledger';
import { messageResource, refusal } from './resource';
import { postSigned } from './post-signed';

export interface StandInOptions {
  accountSid: string;
  authToken: string;
  /** Where inbound texts go, as one would set it on the number or the Messaging Service. */
  inboundUrl?: string;
  /** The origin that takes what is posted, where that of its address does not. */
  deliverTo?: string;
  ledger: Ledger;
}

/** One call of the API, as it was answered; status 0 where it was not. */
export interface StandInRequest {
  at: number;
  method: string;
  to: string | null;
  status: number;
}

const E164 = /^\+[1-9]\d{6,14}$/;

/** Twilio's Messages API as far as Dripline uses it: create, fetch, list, signed receipts and inbound texts, and faults on request under `/_`. */
export function createStandIn({ accountSid, authToken, inboundUrl, deliverTo, ledger }: StandInOptions): Express {
  let behaviour: Behaviour = plain();
  const waiting: (() => void)[] = [];
  const requests: StandInRequest[] = [];
  /** Numbers that somebody wanted to text. */
  const asked = new Set<string>();
  const app = express();
  app.disable('x-powered-by');
  app.use(express.urlencoded({ extended: false }), express.json());

  app.put('/_behaviour', (req, res) => {
    behaviour = { ...plain(), ...(req.body as Partial<Behaviour>) };
    res.status(204).end();
  });
  app.post('/_release', (_req, res) => {
    for (const release of waiting.splice(0)) release();
    res.status(204).end();
  });
  app.get('/_ledger', (_req, res) => void res.json({ texts: ledger.texts, waiting: waiting.length, requests }));
  app.post('/_inbound', async (req, res) => {
    const { from, to, body, ...more } = req.body as Record<string, string>;
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
        ...more,
      },
    );
    res.json({ status, sid });
  });

  const account = `/2010-04-01/Accounts/${accountSid}`;
  app.use('/2010-04-01', (req, res, next) => {
    const { To } = { ...req.query, ...(req.body as object) } as { To?: string };
    const seen = { at: Date.now(), method: req.method, to: To ?? null, status: 0 };
    requests.push(seen);
    res.once('finish', () => (seen.status = res.statusCode));
    if (behaviour.isDown) return void res.status(503).json(unavailable(seen.to ?? ''));
    const expected = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
    if (req.get('authorization') === expected) return next();
    res.status(401).json(refusal(401, 20003, 'Authenticate'));
  });

  app.post(`${account}/Messages.json`, async (req, res) => {
    const {
      To = '',
      Body = '',
      From,
      MessagingServiceSid,
      StatusCallback,
    } = req.body as Record<string, string | undefined>;
    if (!E164.test(To)) return void res.status(400).json(refusal(400, 21211, `Invalid 'To' Phone Number: ${To}`));
    if (!From && !MessagingServiceSid)
      return void res.status(400).json(refusal(400, 21603, "A 'From' phone number is required."));
    if (Body === '') return void res.status(400).json(refusal(400, 21602, 'Message body is required.'));
    if (Body.length > 1600)
      return void res
        .status(400)
        .json(refusal(400, 21617, 'The concatenated message body exceeds the 1600 character limit'));
    const fault = nextFault(behaviour, To, !asked.has(To));
    asked.add(To);
    if (fault?.kind === 'barrier-before') await new Promise<void>((resolve) => waiting.push(resolve));
    if (req.socket.destroyed) return;
    if (fault && (await refuse(fault, req, res))) return;
    const status = MessagingServiceSid ? 'accepted' : 'queued';
    const text = {
      to: To,
      from: From ?? null,
      messagingServiceSid: MessagingServiceSid ?? null,
      body: Body,
      statusCallback: StatusCallback ?? null,
      status,
    };
    const taken = ledger.take(text, behaviour.listLagMs);
    // As it was taken, however fast it went on from there.
    const answer = messageResource(accountSid, taken);
    void report(taken, behaviour.receipts);
    if (fault?.kind === 'accept-then-reset') return void req.socket.destroy();
    if (fault?.kind === 'accept-then-hang') return;
    if (fault?.kind === '5xx-after-accept') return void res.status(503).json(unavailable(`${To}: ${Body}`));
    if (fault?.kind === 'barrier') await new Promise<void>((resolve) => waiting.push(resolve));
    res.status(201).json(answer);
  });

  app.get(`${account}/Messages.json`, (req, res) => {
    const size = Math.min(Number(req.query['PageSize'] ?? 50), 1000);
    const page = Number(req.query['Page'] ?? 0);
    const found = ledger.texts
      .filter((text) => text.listedAt <= new Date() && (!req.query['To'] || text.to === req.query['To']))
      .reverse();
    const shown = found.slice(page * size, (page + 1) * size);
    const address = (at: number) =>
      `${account}/Messages.json?${new URLSearchParams({ ...(req.query as Record<string, string>), PageSize: String(size), Page: String(at) })}`;
    const next = found.length > (page + 1) * size ? address(page + 1) : null;
    const frame = {
      first_page_uri: address(0),
      next_page_uri: next,
      previous_page_uri: page > 0 ? address(page - 1) : null,
      uri: address(page),
    };
    res.json({
      ...frame,
      page,
      page_size: size,
      start: page * size,
      end: Math.max(0, page * size + shown.length - 1),
      messages: shown.map((text) => messageResource(accountSid, text)),
    });
  });

  app.get(`${account}/Messages/:sid.json`, (req, res) => {
    const text = ledger.texts.find(({ sid }) => sid === req.params['sid']);
    if (!text) return void res.status(404).json(refusal(404, 20404, 'The requested resource was not found'));
    res.json(messageResource(accountSid, text));
  });

  async function report(text: TakenText, receipts: string[]): Promise<void> {
    for (const receipt of receipts) {
      const [status = '', ErrorCode] = receipt.split(':');
      text.status = status;
      if (!text.statusCallback) continue;
      const fields: Record<string, string> = {
        ...(ErrorCode ? { ErrorCode } : {}),
        MessageSid: text.sid,
        SmsSid: text.sid,
        AccountSid: accountSid,
        To: text.to,
        From: text.from ?? '+15005550006',
        MessageStatus: status,
      };
      await postSigned({ url: text.statusCallback, authToken, deliverTo }, fields).catch(() => undefined);
    }
  }

  return app;
}

// Quotes what it was asked, as an API may: nothing of it may be kept where it does not belong.
const unavailable = (asked: string) => refusal(503, 20503, `Service unavailable (${asked})`);

/** Applies a fault that keeps a text from being taken; answers whether it did. */
async function refuse(fault: Fault, req: Request, res: Response): Promise<boolean> {
  if (fault.kind === 'latency') await new Promise((resolve) => setTimeout(resolve, fault.ms));
  else if (fault.kind === 'reset-before-accept') req.socket.destroy();
  else if (fault.kind === '5xx-before') res.status(503).json(unavailable((req.body as { To: string }).To));
  else if (fault.kind === 'busy')
    res
      .set('Retry-After', String(fault.retryAfterSeconds))
      .status(429)
      .json(refusal(429, 20429, 'Too Many Requests'));
  else if (fault.kind === 'error')
    res.status(fault.status).json(refusal(fault.status, fault.code, `Error ${fault.code}`));
  else return false;
  return fault.kind !== 'latency';
}
