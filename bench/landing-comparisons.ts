import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { median } from './compare';
import { drive, http, type NextRequest } from './drive';

/** Where something is asked, and what. */
export interface Target {
  port: number;
  next: NextRequest;
}

/** Ours beside a peer, by answers a second. */
export interface RateComparison {
  name: string;
  peer: string;
  /** How much of the peer's rate ours must reach. */
  goal: number;
  ours: Target;
  theirs: Target;
  /** Longer where much is to be read before it is kept. */
  warmUpMs?: number;
}

/** Medians of the rounds. */
export interface Rated extends Omit<RateComparison, 'ours' | 'theirs' | 'warmUpMs'> {
  ours: number;
  theirs: number;
  ratio: number;
}

const WARM_UP_MS = 3_000;
const ROUND_MS = 2_000;
const ROUNDS = 5;

/** Drives both in turns, so that what else the machine does falls on both alike, and compares the medians. A failed answer is no answer: it ends the benchmark. */
export async function compareRates({
  name,
  peer,
  goal,
  ours,
  theirs,
  warmUpMs = WARM_UP_MS,
}: RateComparison): Promise<Rated> {
  const rate = async ({ port, next }: Target, ms: number) => {
    const driven = await drive(port, next, ms);
    if (driven.failures > 0) throw new Error(`${name}: ${driven.failures} requests failed`);
    return driven.rate;
  };
  const rates = { ours: [] as number[], theirs: [] as number[] };
  await rate(ours, warmUpMs);
  await rate(theirs, WARM_UP_MS);
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.ours.push(await rate(ours, ROUND_MS));
    rates.theirs.push(await rate(theirs, ROUND_MS));
  }
  const [a, b] = [median(rates.ours), median(rates.theirs)];
  return { name, peer, goal, ours: a, theirs: b, ratio: a / b };
}

/** Starts what landing pages are compared with; answers its port and how to end it. */
export async function startPeer(
  databaseUrl: string,
  html: string,
  folder: string,
): Promise<{ port: number; stop(): Promise<void> }> {
  const page = join(folder, 'page.html');
  writeFileSync(page, html);
  const child = spawn(process.execPath, [join(__dirname, 'landing-baseline.js'), databaseUrl, page], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { NODE_ENV: 'production' },
  });
  const ended = once(child, 'close');
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    port: Number(line.toString()),
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
}

/** The services' own ports: in a cluster the Ingress stands where the one origin's proxy does. */
export interface LandingPorts {
  facade: number;
  web: number;
  graphql: number;
  peer: number;
}

interface Page {
  client: string;
  slug: string;
}

const person = { 'user-agent': 'Mozilla/5.0 (iPhone)' };
const read = ({ client, slug }: Page) => http('GET', `/api/landing/${client}/${slug}?source=bench`, person);
const form = JSON.stringify({ fullName: 'Ann Lee', phone: '+14155552671' });
const submission = ({ client, slug }: Page) => http('POST', `/api/campaigns/${client}/${slug}/leads`, person, form);
const always = (request: string) => () => request;

/** What a visitor asks for, beside bare handlers. */
export function landingComparisons(ports: LandingPorts, page: Page, when: string): RateComparison[] {
  const html = http('GET', `/landing/${page.client}/${page.slug}`, person);
  return [
    {
      name: `a landing page’s data, ${when}`,
      peer: 'bare Express and pg, reading the row and counting the view',
      goal: 1,
      ours: { port: ports.facade, next: always(read(page)) },
      theirs: { port: ports.peer, next: always(read(page)) },
    },
    {
      name: `a landing page’s HTML, ${when}`,
      peer: 'bare Express, sending the same bytes',
      goal: 0.5,
      ours: { port: ports.web, next: always(html) },
      theirs: { port: ports.peer, next: always(http('GET', '/html', person)) },
    },
    {
      name: `a submission, ${when}`,
      peer: 'bare Express and pg, the same inserts in one transaction',
      goal: 0.5,
      ours: { port: ports.facade, next: always(submission(page)) },
      theirs: { port: ports.peer, next: always(submission(page)) },
    },
  ];
}

/** The same reads spread over many campaigns, beside those of one. */
export function growthComparisons(ports: LandingPorts, page: Page, pages: Page[]): RateComparison[] {
  const spread = (make: (one: Page) => string) => {
    const requests = pages.map(make);
    let turn = 0;
    return () => requests[(turn += 7_919) % requests.length]!;
  };
  const html = ({ client, slug }: Page) => http('GET', `/landing/${client}/${slug}`, person);
  const rows: [string, number, (one: Page) => string][] = [
    ['data', ports.facade, read],
    ['HTML', ports.web, html],
  ];
  return rows.map(([what, port, make]) => ({
    name: `${what} of ${pages.length.toLocaleString('en')} landing pages in turns`,
    peer: 'of one of them',
    goal: 0.7,
    warmUpMs: 15_000,
    ours: { port, next: spread(make) },
    theirs: { port, next: always(make(page)) },
  }));
}

/** What the facade costs beside the operation that it stands for. */
export function facadeComparison(ports: LandingPorts, cookie: string, clientId: string, query: string): RateComparison {
  return {
    name: 'GET /api/clients/{id}',
    peer: 'the same GraphQL operation, posted directly',
    goal: 0.7,
    ours: { port: ports.facade, next: always(http('GET', `/api/clients/${clientId}`, { cookie })) },
    theirs: {
      port: ports.graphql,
      next: always(http('POST', '/graphql', { cookie }, JSON.stringify({ query, variables: { id: clientId } }))),
    },
  };
}

/** Ten thousand more campaigns, each with a form. */
export async function seedCampaigns(db: Client, count: number): Promise<Page[]> {
  await db.query(
    `WITH made AS (INSERT INTO campaigns (client_id, name, slug, headline)
       SELECT c.id, 'Offer ' || n, 'offer-' || n, 'Offer ' || n FROM generate_series(1, $1::int) n JOIN clients c ON c.handle = 'bench-' || (1 + n % 1000) RETURNING id)
     INSERT INTO form_fields (campaign_id, id, position, type, label, placeholder) SELECT id, 'fullName', 0, 'text'::form_field_type, 'Full Name', 'Full Name' FROM made
     UNION ALL SELECT id, 'phone', 1, 'tel'::form_field_type, 'Phone', 'Phone' FROM made`,
    [count],
  );
  return Array.from({ length: count }, (_, n) => ({ client: `bench-${1 + ((n + 1) % 1000)}`, slug: `offer-${n + 1}` }));
}
