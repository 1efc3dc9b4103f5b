import http, { type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A landing page that a visitor requested, or a form that a visitor submitted, as the visitor saw it. */
export interface Attempt {
  /** When it began, in milliseconds since the epoch. */
  at: number;
  ms: number;
  hasFailed: boolean;
}

/** Visitors who arrive at a fixed rate, however slow the answers are. */
export interface Traffic {
  visits: Attempt[];
  /** The first attempts of submissions. A visitor whose attempt fails repeats it. */
  submissions: Attempt[];
  /** The phone numbers of accepted leads, by lead ID. */
  accepted: Map<string, string>;
  /** Stops arrivals, and resolves when each submission was accepted. */
  stop(): Promise<void>;
}

const VISITS_PER_SECOND = 10;
const SUBMISSIONS_PER_SECOND = 2;
/** A visitor does not wait longer. */
const PATIENCE_MS = 10_000;
const REPEAT_MS = 2_000;

/** @param page `handle/slug` of a landing page whose form has the field `phone` */
export function startTraffic(origin: string, page: string): Traffic {
  const [visits, submissions, accepted] = [[], [], new Map()] as [Attempt[], Attempt[], Map<string, string>];
  const open = new Set<Promise<unknown>>();
  let lastNumber = 2_000_000;

  async function attempt(into: Attempt[] | undefined, path: string, init?: RequestInit): Promise<string | undefined> {
    const at = Date.now();
    // Aborts the body too.
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const text = await fetch(`${origin}${path}`, { ...init, signal }).then(
      async (response) => (response.ok ? await response.text() : undefined),
      () => undefined,
    );
    into?.push({ at, ms: Date.now() - at, hasFailed: text === undefined });
    return text;
  }
  const visit = () => attempt(visits, `/landing/${page}`, { headers: { 'user-agent': 'Mozilla/5.0 (iPhone)' } });
  async function submit(): Promise<void> {
    const phone = `+1415${(lastNumber += 1)}`;
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': phone },
      body: JSON.stringify({ phone }),
    };
    const send = (into?: Attempt[]) => attempt(into, `/api/campaigns/${page}/leads`, init);
    let answer = await send(submissions);
    for (; answer === undefined; answer = await send()) await delay(REPEAT_MS);
    accepted.set((JSON.parse(answer) as { id: string }).id, phone);
  }
  const arrive = (each: () => Promise<unknown>, perSecond: number) =>
    setInterval(() => {
      const arrival = each().finally(() => open.delete(arrival));
      open.add(arrival);
    }, 1_000 / perSecond);
  const timers = [arrive(visit, VISITS_PER_SECOND), arrive(submit, SUBMISSIONS_PER_SECOND)];
  return {
    ...{ visits, submissions, accepted },
    async stop() {
      timers.forEach(clearInterval);
      await Promise.all(open);
    },
  };
}

/** The webhook events that a receiver got. */
export interface WebhookReceiver {
  url: string;
  /** When each lead's first event arrived, in milliseconds since the epoch. */
  arrivals: Map<string, number>;
  stop(): void;
}

export async function startReceiver(): Promise<WebhookReceiver> {
  const arrivals = new Map<string, number>();
  const server: Server = http.createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: { id: string } };
      if (!arrivals.has(data.id)) arrivals.set(data.id, Date.now());
      res.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    arrivals,
    stop: () => (server.closeAllConnections(), server.close()),
  };
}
