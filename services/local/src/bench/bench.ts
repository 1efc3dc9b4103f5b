import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { Client } from 'pg';
import type { Command } from '../command';
import { Failure } from '../failure';
import { pickPorts } from '../ports';
import { readJson } from '../read-json';
import type { Secrets } from '../secrets';
import { launch, readRun } from '../testing/launch';
import { findTemporal } from '../find-temporal';
import { startTextingStage } from '../testing/texting-stage';
import { compare, type Measured } from './compare';
import { readComparisons } from './read-comparisons';
import { seed } from './seed';
import { compareSteps, compareVisits, SIZE, weighAsleep } from './text-comparisons';

const admin = { username: 'admin', password: 'a password for the benchmarks' };

/** `npm run bench [reads|texts]`: the whole product in a folder of its own, beside peers on the same machine and the same data; prints ratios. */
export const bench: Command = async (context) => {
  const parts = { reads: benchReads, texts: benchTexts };
  const unknown = context.args.find((each) => !(each in parts));
  if (unknown !== undefined) throw new Failure(`Unknown argument ${unknown}: there are reads and texts.`, 2);
  for (const [name, part] of Object.entries(parts)) if (context.args.length === 0 || context.args.includes(name)) await part(context);
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

  const db = await connect(dataDir);
  cleanup.add(() => db.end());
  console.log('Filling the database…');
  const { largestClientId } = await seed(db, console.log);
  // Past the one origin's proxy: in a cluster the Ingress stands there.
  const get = await signedIn(`http://127.0.0.1:${readRun(dataDir).services['rest-facade']!.port}`);
  const measured: Measured[] = [];
  for (const comparison of readComparisons(db, get, largestClientId)) measured.push(await compare(comparison));
  console.log(table(measured));
}

async function connect(dataDir: string): Promise<Client> {
  const { postgresPassword } = readJson<Secrets>(join(dataDir, 'secrets.json'))!;
  const { port } = readRun(dataDir).services['postgres']!;
  const db = new Client({ host: '127.0.0.1', port, user: 'dripline', database: 'dripline', password: postgresPassword });
  await db.connect();
  return db;
}

async function signedIn(origin: string) {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${origin}/api/auth/login`, { method: 'POST', headers, body: JSON.stringify(admin) });
  const cookie = answer.headers.getSetCookie()[0]!.split(';')[0]!;
  const agent = new Agent({ keepAlive: true });
  // Node's bare client: what the caller itself takes is no part of either side.
  return async (path: string): Promise<unknown> => {
    const [read] = (await once(get(`${origin}${path}`, { agent, headers: { cookie } }), 'response')) as [IncomingMessage];
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
  return ['| what | against | ours | theirs | ratio | goal |', '| --- | --- | --- | --- | --- | --- |', ...rows].join('\n');
}
