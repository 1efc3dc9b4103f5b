import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { median } from './compare';
import { drive, http, type NextRequest } from './drive';

/** A server and the requests to send to it. */
export interface Target {
  port: number;
  next: NextRequest;
}

/** Compares the product's response rate with a baseline's. */
export interface RateComparison {
  name: string;
  baselineName: string;
  /** Lowest allowed ratio of the product's rate to the baseline's. */
  goal: number;
  product: Target;
  baseline: Target;
  /** Longer if many pages must be cached first. */
  warmUpMs?: number;
}

/** Medians of the rounds, in responses per second. */
export interface Rated extends Omit<RateComparison, 'product' | 'baseline' | 'warmUpMs'> {
  product: number;
  baseline: number;
  ratio: number;
}

const WARM_UP_MS = 3_000;
const ROUND_MS = 2_000;
const ROUNDS = 5;

/**
 * Measures both in turns, so that other load on the machine affects both equally, and compares the
 * medians. Throws if a request fails.
 */
export async function compareRates({
  name,
  baselineName,
  goal,
  product,
  baseline,
  warmUpMs = WARM_UP_MS,
}: RateComparison): Promise<Rated> {
  const rate = async ({ port, next }: Target, ms: number) => {
    const result = await drive(port, next, ms);
    if (result.failures > 0) throw new Error(`${name}: ${result.failures} requests failed. ${result.firstFailure}`);
    return result.rate;
  };
  const rates = { product: [] as number[], baseline: [] as number[] };
  await rate(product, warmUpMs);
  await rate(baseline, WARM_UP_MS);
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.product.push(await rate(product, ROUND_MS));
    rates.baseline.push(await rate(baseline, ROUND_MS));
  }
  const [a, b] = [median(rates.product), median(rates.baseline)];
  return { name, baselineName, goal, product: a, baseline: b, ratio: a / b };
}

/** Starts the baseline for landing pages. */
export async function startBaseline(
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

/** Where requests are sent: the one origin, where users of one machine come, and the baseline. */
export interface LandingPorts {
  origin: number;
  baseline: number;
}

interface Page {
  client: string;
  slug: string;
}

const person = { 'user-agent': 'Mozilla/5.0 (iPhone)' };
const dataRequest = ({ client, slug }: Page) => http('GET', `/api/landing/${client}/${slug}?source=bench`, person);
const form = JSON.stringify({ fullName: 'Ann Lee', phone: '+14155552671' });
const submissionRequest = ({ client, slug }: Page) =>
  http('POST', `/api/campaigns/${client}/${slug}/leads`, person, form);
const always = (request: string) => () => request;

/** Compares a visitor's requests with minimal handlers. */
export function landingComparisons(ports: LandingPorts, page: Page, when: string): RateComparison[] {
  const html = http('GET', `/landing/${page.client}/${page.slug}`, person);
  return [
    {
      name: `a landing page’s data, ${when}`,
      baselineName: 'Express and pg that read the row and count the view',
      goal: 1.5,
      product: { port: ports.origin, next: always(dataRequest(page)) },
      baseline: { port: ports.baseline, next: always(dataRequest(page)) },
    },
    {
      name: `a landing page’s HTML, ${when}`,
      baselineName: 'Express that sends the same bytes',
      goal: 0.8,
      product: { port: ports.origin, next: always(html) },
      baseline: { port: ports.baseline, next: always(http('GET', '/html', person)) },
    },
    {
      name: `a submission, ${when}`,
      baselineName: 'Express and pg with the same inserts in one transaction',
      goal: 0.7,
      product: { port: ports.origin, next: always(submissionRequest(page)) },
      baseline: { port: ports.baseline, next: always(submissionRequest(page)) },
    },
  ];
}

/** Compares requests for many campaigns with requests for one. */
export function growthComparisons(ports: LandingPorts, page: Page, pages: Page[]): RateComparison[] {
  const roundRobin = (format: (page: Page) => string) => {
    const requests = pages.map(format);
    let index = 0;
    return () => requests[(index += 7_919) % requests.length]!;
  };
  const html = ({ client, slug }: Page) => http('GET', `/landing/${client}/${slug}`, person);
  const variants: [string, (page: Page) => string][] = [
    ['data', dataRequest],
    ['HTML', html],
  ];
  const port = ports.origin;
  return variants.map(([content, format]) => ({
    name: `${content} of ${pages.length.toLocaleString('en')} landing pages in turn`,
    baselineName: 'the same for one landing page',
    goal: 0.7,
    // Long enough to load and render each page once, which takes a millisecond.
    warmUpMs: 40_000,
    product: { port, next: roundRobin(format) },
    baseline: { port, next: always(format(page)) },
  }));
}

/** Compares a REST endpoint with the GraphQL operation that it calls. */
export function facadeComparison(ports: LandingPorts, cookie: string, clientId: string, query: string): RateComparison {
  return {
    name: 'GET /api/clients/{id}',
    baselineName: 'the same GraphQL operation, posted to /graphql',
    goal: 0.8,
    product: { port: ports.origin, next: always(http('GET', `/api/clients/${clientId}`, { cookie })) },
    baseline: {
      port: ports.origin,
      next: always(http('POST', '/graphql', { cookie }, JSON.stringify({ query, variables: { id: clientId } }))),
    },
  };
}

/** Inserts campaigns with a form each. Returns their landing pages. */
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
