import { readFileSync } from 'node:fs';
import type { signInAdmin } from '@dripline/launcher/rest-client';

const PARALLEL = 200;
const SAMPLES = 300;
const ROUNDS_MS = 20;

/** Where the product answers, and how to call it as its administrator. */
export interface SignInStage {
  facadePort: number;
  landing: string;
  graphqlPid: number;
  call: Awaited<ReturnType<typeof signInAdmin>>;
}

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;
const timed = async (work: () => Promise<unknown>) => {
  const from = performance.now();
  await work();
  return performance.now() - from;
};

/** How a visitor fares while two hundred sign in at once, and whether a refusal's time says what the account is. Answers lines to print. */
export async function benchSignIns({ facadePort, landing, graphqlPid, call }: SignInStage): Promise<string[]> {
  const signIn = async (username: string, password: string) => {
    const answer = await fetch(`http://127.0.0.1:${facadePort}/api/auth/client/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  const read = () => fetch(landing).then((answer) => answer.arrayBuffer());
  const make = async (username: string, change: object = {}) => {
    const login = { username, password: 'a password to compare' };
    const { id } = await call<{ id: string }>('POST', '/api/clients', {
      businessName: username,
      contactEmail: 'a@acme.example',
      notificationPhone: 'none',
      authEnabled: true,
      ...login,
    });
    await call('PUT', `/api/clients/${id}`, change);
    return login;
  };
  const open = await make('bench-open');
  await make('bench-inactive', { status: 'inactive' });
  await make('bench-closed', { authEnabled: false });
  for (let n = 0; n < 20; n += 1) await read();

  const before = memoryOf(graphqlPid);
  let isOver = false;
  const crowd = Promise.all(
    Array.from({ length: PARALLEL }, (_, n) => signIn(open.username, n % 2 ? open.password : 'wrong')),
  ).finally(() => (isOver = true));
  const reads: number[] = [];
  while (!isOver) {
    reads.push(await timed(read));
    await new Promise((resolve) => setTimeout(resolve, ROUNDS_MS));
  }
  const statuses = await crowd;
  const counted = [...new Set(statuses)]
    .map((status) => `${statuses.filter((each) => each === status).length} times ${status}`)
    .join(', ');
  const sorted = reads.toSorted((a, b) => a - b);
  const p95 = sorted[Math.floor(sorted.length * 0.95)]!;
  const growth = memoryOf(graphqlPid) - before;
  const lines = [
    `${PARALLEL} sign-ins at once (${counted}): the landing page, read ${reads.length} times meanwhile, took ${median(reads).toFixed(0)} ms in the middle, ${p95.toFixed(0)} ms at p95, ${sorted.at(-1)!.toFixed(0)} ms at most (p95 below 500 ms: ${p95 < 500 ? 'met' : 'missed'}).`,
    `graphql grew by ${growth.toFixed(0)} MB meanwhile (below 150 MB: ${growth < 150 ? 'met' : 'missed'}).`,
  ];

  const cases = {
    'unknown name': 'bench-nobody',
    'wrong password': open.username,
    'inactive client': 'bench-inactive',
    'login not enabled': 'bench-closed',
  };
  const times: Record<string, number[]> = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
  // In turn, so that whatever else the machine does falls on all of them.
  for (let n = 0; n < SAMPLES; n += 1)
    for (const [name, username] of Object.entries(cases))
      times[name]!.push(await timed(() => signIn(username, 'wrong')));
  const medians = Object.entries(times).map(([name, each]): [string, number] => [name, median(each)]);
  const values = medians.map(([, value]) => value);
  const spread = Math.max(...values) / Math.min(...values) - 1;
  lines.push(
    `A refused sign-in, median of ${SAMPLES}: ${medians.map(([name, value]) => `${name} ${value.toFixed(1)} ms`).join(', ')} (within 10 %: ${spread <= 0.1 ? 'met' : 'missed'}, ${(spread * 100).toFixed(1)} %).`,
  );
  return lines;
}

/** Resident memory of a process, in MB. */
function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
}
