import { readFileSync } from 'node:fs';
import type { signInAdmin } from '@dripline/launcher/rest-client';

const PARALLEL = 200;
const SAMPLES = 300;
const INTERVAL_MS = 20;

/** The running stack, and `call` with an administrator's session. */
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

/**
 * Measures a landing page during 200 parallel sign-ins, and whether the time of a rejected sign-in reveals the
 * account's status. Returns lines to print.
 */
export async function benchSignIns({ facadePort, landing, graphqlPid, call }: SignInStage): Promise<string[]> {
  const signIn = async (username: string, password: string) => {
    const response = await fetch(`http://127.0.0.1:${facadePort}/api/auth/client/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    });
    await response.arrayBuffer();
    return response.status;
  };
  const read = () => fetch(landing).then((response) => response.arrayBuffer());
  const createClient = async (username: string, change: object = {}) => {
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
  const active = await createClient('bench-active');
  await createClient('bench-inactive', { status: 'inactive' });
  await createClient('bench-no-login', { authEnabled: false });
  for (let n = 0; n < 20; n += 1) await read();

  const before = memoryOf(graphqlPid);
  let isOver = false;
  const signIns = Promise.all(
    Array.from({ length: PARALLEL }, (_, n) => signIn(active.username, n % 2 ? active.password : 'wrong')),
  ).finally(() => (isOver = true));
  const reads: number[] = [];
  while (!isOver) {
    reads.push(await timed(read));
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
  }
  const statuses = await signIns;
  const statusCounts = [...new Set(statuses)]
    .map((status) => `${statuses.filter((other) => other === status).length} × ${status}`)
    .join(', ');
  const sorted = reads.toSorted((a, b) => a - b);
  const p95 = sorted[Math.floor(sorted.length * 0.95)]!;
  const growth = memoryOf(graphqlPid) - before;
  const lines = [
    `${PARALLEL} parallel sign-ins (${statusCounts}). Landing page, ${reads.length} requests: median ${median(reads).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, max ${sorted.at(-1)!.toFixed(0)} ms (goal p95 below 500 ms: ${p95 < 500 ? 'met' : 'missed'}).`,
    `Memory of graphql grew by ${growth.toFixed(0)} MB (goal below 150 MB: ${growth < 150 ? 'met' : 'missed'}).`,
  ];

  const cases = {
    'unknown name': 'bench-nobody',
    'wrong password': active.username,
    'inactive client': 'bench-inactive',
    'login not enabled': 'bench-no-login',
  };
  const times: Record<string, number[]> = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
  // In turn, so that other load on the machine affects all cases equally.
  for (let n = 0; n < SAMPLES; n += 1)
    for (const [name, username] of Object.entries(cases))
      times[name]!.push(await timed(() => signIn(username, 'wrong')));
  const medians = Object.entries(times).map(([name, samples]): [string, number] => [name, median(samples)]);
  const values = medians.map(([, value]) => value);
  const spread = Math.max(...values) / Math.min(...values) - 1;
  lines.push(
    `Rejected sign-ins, median of ${SAMPLES}: ${medians.map(([name, value]) => `${name} ${value.toFixed(1)} ms`).join(', ')} (goal within 10%: ${spread <= 0.1 ? 'met' : 'missed'}, ${(spread * 100).toFixed(1)}%).`,
  );
  return lines;
}

/** Returns the resident memory of a process in MB. */
function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
}
