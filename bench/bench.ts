import { ClientDocument } from '@dripline/rest-facade/operations/generated';
import { printOperation } from '@dripline/runtime/http/request';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { Client } from 'pg';
import type { Command } from '@dripline/launcher/command';
import { Failure } from '@dripline/launcher/failure';
import { pickPorts } from '@dripline/launcher/processes/ports';
import { readJson } from '@dripline/launcher/processes/read-json';
import type { Secrets } from '@dripline/launcher/secrets';
import { launch, readRunFile } from '@dripline/tests/harness/launch';
import { findTemporal } from '@dripline/launcher/temporal/find-temporal';
import { signInAdmin } from '@dripline/launcher/rest-client';
import { startMessagingHarness } from '@dripline/tests/harness/messaging-harness';
import { compare, type BenchmarkResult } from './compare';
import { fleetComparisons, fleetSize, seedFleet } from './fleet';
import { readComparisons } from './read-comparisons';
import {
  compareRates,
  facadeComparison,
  growthComparisons,
  landingComparisons,
  type RateComparison,
  type Rated,
  seedCampaigns,
  startBaseline,
} from './landing-comparisons';
import { seed, SIZE as SEEDED } from './seed';
import { benchSignIns } from './sign-ins';
import { compareSteps, compareVisits, SIZE, measureSleepingEnrollments } from './message-comparisons';

const landingExample = {
  name: 'Spring offer',
  headline: 'Free water heater inspection',
  subheadline: 'A licensed plumber looks at your heater this week, at no cost.',
  thankYouMessage: 'Thank you! We call you within a day.',
  formFields: [
    { id: 'fullName', type: 'text', label: 'Full Name' },
    { id: 'phone', type: 'tel', label: 'Phone' },
    { id: 'email', type: 'email', label: 'Email', required: false },
  ],
};

const admin = { username: 'admin', password: 'a password for the benchmarks' };

/**
 * `npm run bench [reads|fleet|messages|landing|sign-ins]`: measures the whole product against baselines on the same
 * machine and data, and prints the ratios.
 */
export const bench: Command = async (context) => {
  const benchmarks = {
    reads: benchReads,
    fleet: benchFleet,
    messages: benchMessages,
    landing: benchLanding,
    'sign-ins': benchSignInLoad,
  };
  const unknown = context.args.find((arg) => !(arg in benchmarks));
  if (unknown !== undefined)
    throw new Failure(`Unknown argument ${unknown}. The arguments are ${Object.keys(benchmarks).join(', ')}.`, 2);
  for (const [name, run] of Object.entries(benchmarks))
    if (context.args.length === 0 || context.args.includes(name)) await run(context);
};

async function benchMessages({ env, signal, cleanup }: Parameters<Command>[0]): Promise<void> {
  const temporal = await findTemporal(env, signal);
  const harness = await startMessagingHarness();
  cleanup.add(() => harness.stop());
  const measured = [await compareSteps(harness, SIZE), ...(await compareVisits(harness, SIZE))];
  console.log(table(measured));
  console.log(await measureSleepingEnrollments(harness, SIZE, temporal));
}

async function benchReads({ cleanup }: Parameters<Command>[0]): Promise<void> {
  const { dataDir, db } = await startStack(cleanup);
  console.log('Seeding the database…');
  const { largestClientId } = await seed(db, console.log);
  // Without the web server's proxy, because a cluster has an Ingress instead.
  const get = await createReader(readRunFile(dataDir).services['rest-facade']!.port);
  const measured: BenchmarkResult[] = [];
  const query = await createQuery(dataDir);
  for (const comparison of readComparisons(db, get, query, largestClientId)) measured.push(await compare(comparison));
  console.log(table(measured));
}

/** Fills the database for about ten minutes first. */
async function benchFleet({ cleanup }: Parameters<Command>[0]): Promise<void> {
  const { dataDir, db } = await startStack(cleanup);
  console.log(`Seeding the database with ${fleetSize}…`);
  await seedFleet(db, console.log);
  const measured: BenchmarkResult[] = [];
  const get = await createReader(readRunFile(dataDir).services['rest-facade']!.port);
  for (const comparison of await fleetComparisons(db, await createQuery(dataDir), get)) {
    measured.push(await compare(comparison));
    console.log(table(measured.slice(-1)).split('\n').at(-1));
  }
  console.log(table(measured));
}

async function benchSignInLoad({ cleanup }: Parameters<Command>[0]): Promise<void> {
  const { dataDir } = await startStack(cleanup);
  const { 'rest-facade': facade, web, graphql } = readRunFile(dataDir).services;
  const call = await signInAdmin(`http://127.0.0.1:${facade!.port}`, admin.username, admin.password);
  const client = await call<{ id: string; handle: string }>('POST', '/api/clients', {
    businessName: 'Acme',
    contactEmail: 'a@acme.example',
    notificationPhone: 'none',
  });
  const { slug } = await call<{ slug: string }>('POST', `/api/clients/${client.id}/campaigns`, landingExample);
  const landing = `http://127.0.0.1:${web!.port}/landing/${client.handle}/${slug}`;
  console.log((await benchSignIns({ facadePort: facade!.port, landing, graphqlPid: graphql!.pid, call })).join('\n'));
}

const CAMPAIGNS = 10_000;

async function benchLanding({ cleanup }: Parameters<Command>[0]): Promise<void> {
  const { dataDir, db, databaseUrl } = await startStack(cleanup);
  const origin = readRunFile(dataDir).port;
  const call = await signInAdmin(`http://127.0.0.1:${origin}`, admin.username, admin.password);
  const monthlyLeadLimit = 10_000_000;
  const client = await call<{ id: string; handle: string }>('POST', '/api/clients', {
    businessName: 'Acme',
    contactEmail: 'a@acme.example',
    notificationPhone: 'none',
  });
  await call('PUT', `/api/clients/${client.id}`, { monthlyLeadLimit });
  const { slug } = await call<{ slug: string }>('POST', `/api/clients/${client.id}/campaigns`, landingExample);
  const page = { client: client.handle, slug };
  const html = await (await fetch(`http://127.0.0.1:${origin}/landing/${page.client}/${page.slug}`)).text();
  const baselineServer = await startBaseline(databaseUrl, html, dataDir);
  cleanup.add(() => baselineServer.stop());
  const ports = { origin, baseline: baselineServer.port };
  const rated: Rated[] = [];
  const rate = async (comparisons: RateComparison[]) => {
    for (const comparison of comparisons) {
      const row = await compareRates(comparison);
      rated.push(row);
      console.log(`${row.name}: ${row.ratio.toFixed(2)}`);
    }
  };
  await rate(landingComparisons(ports, page, 'one campaign, no leads'));
  await rate([facadeComparison(ports, await signIn(ports.origin), client.id, printOperation(ClientDocument))]);
  console.log('Seeding the database…');
  await seed(db, console.log);
  const pages = await seedCampaigns(db, CAMPAIGNS);
  await db.query('ANALYZE');
  await rate(
    landingComparisons(
      ports,
      page,
      `${CAMPAIGNS.toLocaleString('en')} campaigns, ${SEEDED.leads.toLocaleString('en')} leads`,
    ),
  );
  await rate(growthComparisons(ports, page, pages));
  console.log(rateTable(rated));
}

/** Starts the product in a temporary folder. */
async function startStack(cleanup: Parameters<Command>[0]['cleanup']) {
  const [port = 0] = await pickPorts(1);
  const dataDir = mkdtempSync(join(tmpdir(), 'dripline-bench-'));
  const variables = {
    PORT: String(port),
    DATA_DIR: dataDir,
    ADMIN_USERNAME: admin.username,
    ADMIN_PASSWORD: admin.password,
    RATE_LIMITS: 'off',
  };
  const stack = launch('start', variables);
  cleanup.add(async () => {
    stack.child.kill('SIGTERM');
    await stack.ended;
    rmSync(dataDir, { recursive: true, force: true });
  });
  await stack.waitForOutput(/Ready in/);
  const { postgresPassword } = readJson<Secrets>(join(dataDir, 'secrets.json'))!;
  const databaseUrl = `postgres://dripline:${postgresPassword}@127.0.0.1:${readRunFile(dataDir).services['postgres']!.port}/dripline`;
  const db = new Client({ connectionString: databaseUrl });
  await db.connect();
  cleanup.add(() => db.end());
  return { dataDir, db, databaseUrl };
}

async function signIn(facadePort: number): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`http://127.0.0.1:${facadePort}/api/auth/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify(admin),
  });
  return response.headers.getSetCookie()[0]!.split(';')[0]!;
}

async function createReader(facadePort: number) {
  const origin = `http://127.0.0.1:${facadePort}`;
  const cookie = await signIn(facadePort);
  const agent = new Agent({ keepAlive: true });
  // Uses Node's HTTP client, to add as little overhead as possible.
  return async (path: string): Promise<unknown> => {
    const [response] = (await once(get(`${origin}${path}`, { agent, headers: { cookie } }), 'response')) as [
      IncomingMessage,
    ];
    if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode}`);
    return json(response);
  };
}

/** Sends GraphQL queries to the GraphQL server, as a cluster's Ingress does. */
async function createQuery(dataDir: string) {
  const { 'rest-facade': facade, graphql } = readRunFile(dataDir).services;
  const headers = { cookie: await signIn(facade!.port), 'content-type': 'application/json' };
  const agent = new Agent({ keepAlive: true });
  return async (query: string): Promise<unknown> => {
    const sent = request(`http://127.0.0.1:${graphql!.port}/graphql`, { method: 'POST', agent, headers });
    sent.end(JSON.stringify({ query }));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const { data, errors } = (await json(response)) as { data?: unknown; errors?: { message: string }[] };
    if (errors) throw new Error(errors[0]!.message);
    return data;
  };
}

function table(measured: BenchmarkResult[]): string {
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  const rows = measured.map(({ name, baselineName, product, baseline, ratio, goal }) => {
    const outcome = ratio <= goal ? 'met' : 'missed';
    return `| ${name} | ${baselineName} | ${ms(product)} | ${ms(baseline)} | ${ratio.toFixed(2)} | ${goal} or less, ${outcome} |`;
  });
  return [
    '| Benchmark | Baseline | Dripline | Baseline result | Ratio | Goal |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

function rateTable(rated: Rated[]): string {
  const perSecond = (value: number) => `${Math.round(value).toLocaleString('en')}/s`;
  const rows = rated.map(({ name, baselineName, product, baseline, ratio, goal }) => {
    const outcome = ratio >= goal ? 'met' : 'missed';
    return `| ${name} | ${baselineName} | ${perSecond(product)} | ${perSecond(baseline)} | ${ratio.toFixed(2)} | ${goal} or more, ${outcome} |`;
  });
  return [
    '| Benchmark | Baseline | Dripline | Baseline result | Ratio | Goal |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}
