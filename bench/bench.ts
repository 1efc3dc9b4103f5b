import { ClientDocument } from '@dripline/rest-facade/operations/generated';
import { printOperation } from '@dripline/runtime/request';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { Client } from 'pg';
import type { Command } from '@dripline/launcher/command';
import { Failure } from '@dripline/launcher/failure';
import { pickPorts } from '@dripline/launcher/processes/ports';
import { readJson } from '@dripline/launcher/processes/read-json';
import type { Secrets } from '@dripline/launcher/secrets';
import { launch, readRun } from '@dripline/tests/harness/launch';
import { findTemporal } from '@dripline/launcher/temporal/find-temporal';
import { signInAdmin } from '@dripline/launcher/rest-client';
import { startTextingStage } from '@dripline/tests/harness/messaging-harness';
import { compare, type Measured } from './compare';
import { readComparisons } from './read-comparisons';
import {
  compareRates,
  facadeComparison,
  growthComparisons,
  landingComparisons,
  type RateComparison,
  type Rated,
  seedCampaigns,
  startPeer,
} from './landing-comparisons';
import { seed, SIZE as SEEDED } from './seed';
import { benchSignIns } from './sign-ins';
import { compareSteps, compareVisits, SIZE, weighAsleep } from './text-comparisons';

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

/** `npm run bench [reads|texts|landing|sign-ins]`: the whole product in a folder of its own, beside peers on the same machine and the same data; prints ratios. */
export const bench: Command = async (context) => {
  const parts = { reads: benchReads, texts: benchTexts, landing: benchLanding, 'sign-ins': benchCrowd };
  const unknown = context.args.find((each) => !(each in parts));
  if (unknown !== undefined)
    throw new Failure(`Unknown argument ${unknown}: there are reads, texts, landing and sign-ins.`, 2);
  for (const [name, part] of Object.entries(parts))
    if (context.args.length === 0 || context.args.includes(name)) await part(context);
};

async function benchTexts({ env, signal, cleanup }: Parameters<Command>[0]): Promise<void> {
  const temporal = await findTemporal(env, signal);
  const stage = await startTextingStage();
  cleanup.add(() => stage.stop());
  const measured = [await compareSteps(stage, SIZE), ...(await compareVisits(stage, SIZE))];
  console.log(table(measured));
  console.log(await weighAsleep(stage, SIZE, temporal));
}

async function benchReads({ cleanup }: Parameters<Command>[0]): Promise<void> {
  const { dataDir, db } = await startStack(cleanup);
  console.log('Filling the database…');
  const { largestClientId } = await seed(db, console.log);
  // Past the one origin's proxy: in a cluster the Ingress stands there.
  const get = await signedIn(readRun(dataDir).services['rest-facade']!.port);
  const measured: Measured[] = [];
  for (const comparison of readComparisons(db, get, largestClientId)) measured.push(await compare(comparison));
  console.log(table(measured));
}

async function benchCrowd({ cleanup }: Parameters<Command>[0]): Promise<void> {
  const { dataDir } = await startStack(cleanup);
  const { 'rest-facade': facade, web, graphql } = readRun(dataDir).services;
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
  const { 'rest-facade': facade, web, graphql } = readRun(dataDir).services;
  const call = await signInAdmin(`http://127.0.0.1:${facade!.port}`, admin.username, admin.password);
  const monthlyLeadLimit = 10_000_000;
  const client = await call<{ id: string; handle: string }>('POST', '/api/clients', {
    businessName: 'Acme',
    contactEmail: 'a@acme.example',
    notificationPhone: 'none',
  });
  await call('PUT', `/api/clients/${client.id}`, { monthlyLeadLimit });
  const { slug } = await call<{ slug: string }>('POST', `/api/clients/${client.id}/campaigns`, landingExample);
  const page = { client: client.handle, slug };
  const html = await (await fetch(`http://127.0.0.1:${web!.port}/landing/${page.client}/${page.slug}`)).text();
  const peer = await startPeer(databaseUrl, html, dataDir);
  cleanup.add(() => peer.stop());
  const ports = { facade: facade!.port, web: web!.port, graphql: graphql!.port, peer: peer.port };
  const rated: Rated[] = [];
  const rate = async (comparisons: RateComparison[]) => {
    for (const comparison of comparisons) {
      const row = await compareRates(comparison);
      rated.push(row);
      console.log(`${row.name}: ${row.ratio.toFixed(2)}`);
    }
  };
  await rate(landingComparisons(ports, page, 'one campaign, no leads'));
  await rate([facadeComparison(ports, await cookieOf(ports.facade), client.id, printOperation(ClientDocument))]);
  console.log('Filling the database…');
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

/** The product, alone in a folder of its own. */
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
  await stack.until(/Ready in/);
  const { postgresPassword } = readJson<Secrets>(join(dataDir, 'secrets.json'))!;
  const databaseUrl = `postgres://dripline:${postgresPassword}@127.0.0.1:${readRun(dataDir).services['postgres']!.port}/dripline`;
  const db = new Client({ connectionString: databaseUrl });
  await db.connect();
  cleanup.add(() => db.end());
  return { dataDir, db, databaseUrl };
}

async function cookieOf(facadePort: number): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`http://127.0.0.1:${facadePort}/api/auth/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify(admin),
  });
  return answer.headers.getSetCookie()[0]!.split(';')[0]!;
}

async function signedIn(facadePort: number) {
  const origin = `http://127.0.0.1:${facadePort}`;
  const cookie = await cookieOf(facadePort);
  const agent = new Agent({ keepAlive: true });
  // Node's bare client: what the caller itself takes is no part of either side.
  return async (path: string): Promise<unknown> => {
    const [read] = (await once(get(`${origin}${path}`, { agent, headers: { cookie } }), 'response')) as [
      IncomingMessage,
    ];
    if (read.statusCode !== 200) throw new Error(`${path}: ${read.statusCode}`);
    return json(read);
  };
}

function table(measured: Measured[]): string {
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  const rows = measured.map(({ name, peer, ours, theirs, ratio, goal }) => {
    const verdict = ratio <= goal ? 'met' : 'missed';
    return `| ${name} | ${peer} | ${ms(ours)} | ${ms(theirs)} | ${ratio.toFixed(2)} | ${goal} or less, ${verdict} |`;
  });
  return ['| what | against | ours | theirs | ratio | goal |', '| --- | --- | --- | --- | --- | --- |', ...rows].join(
    '\n',
  );
}

function rateTable(rated: Rated[]): string {
  const perSecond = (value: number) => `${Math.round(value).toLocaleString('en')}/s`;
  const rows = rated.map(({ name, peer, ours, theirs, ratio, goal }) => {
    const verdict = ratio >= goal ? 'met' : 'missed';
    return `| ${name} | ${peer} | ${perSecond(ours)} | ${perSecond(theirs)} | ${ratio.toFixed(2)} | ${goal} or more, ${verdict} |`;
  });
  return ['| what | against | ours | theirs | ratio | goal |', '| --- | --- | --- | --- | --- | --- |', ...rows].join(
    '\n',
  );
}
