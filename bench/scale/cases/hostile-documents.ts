import type { Command } from '@dripline/launcher/command';
import { readRunFile } from '@dripline/tests/harness/launch';
import { startMessagingHarness } from '@dripline/tests/harness/messaging-harness';
import { atMost, exactly, type ScaleRun } from '../scale-run';
import { p95 } from '../visitors';

/** With all documents, fewer than the requests that an API key may send in a minute. */
const REPEATS = 40;
const GOAL_MS = 50;
const STREAMS = 200;
/** Those that an account or API key may open. */
const MAX_STREAMS = 20;
const REFUSALS = [400, 413];
const TOO_MANY_REQUESTS = 429;

const repeat = (count: number, text: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => text(n)).join(' ');
const nest = (depth: number, open: string, inner: string) => open.repeat(depth) + inner + ' }'.repeat(depth);

/** Documents that ask for too much, by what there is too much of. `n` makes each different. */
const documents: Record<string, (n: number) => string> = {
  depth: (n) =>
    `{ clients { nodes { ${nest(40, 'campaigns { nodes { client { ', `id a${n}: id`).replaceAll(' }', ' } } }')} } } }`,
  breadth: (n) => `{ ${repeat(5_000, (field) => `f${n}x${field}`)} }`,
  aliases: (n) => `{ ${repeat(100, (field) => `a${n}x${field}: appConfig { __typename }`)} }`,
  'fragments of fragments': (n) =>
    `query Q${n} { ...F0 } ${repeat(40, (f) => `fragment F${f} on Query { ...F${f + 1} ...F${f + 1} }`)} fragment F40 on Query { appConfig { __typename } }`,
  'a cycle of fragments': (n) => `query Q${n} { ...A } fragment A on Query { ...B } fragment B on Query { ...A }`,
  directives: (n) => `query Q${n} { appConfig ${repeat(200, () => '@include(if: true)')} { __typename } }`,
  'cost through connections': (n) =>
    `query Q${n} { clients(first: 500) { nodes { leads(first: 500) { nodes { messages(first: 500) { nodes { id } } } } } } }`,
  'nested lists': (n) =>
    `query Q${n} { clients(first: ${nest(2_000, '[', '').replaceAll(' }', ']')}) { nodes { id } } }`,
  'an introspection of types of types': (n) =>
    `query Q${n} { __schema { types { ${nest(12, 'fields { type { ', 'name').replaceAll(' }', ' } }')} } } }`,
  'three megabytes': (n) => `query Q${n} { appConfig { __typename } } # ${'x'.repeat(3_000_000)}`,
};

/** Sends documents that ask for too much, and subscriptions that are opened too often. */
export async function hostileDocuments(
  cleanup: Parameters<Command>[0]['cleanup'],
  report: ScaleRun['report'],
): Promise<void> {
  const harness = await startMessagingHarness({ RATE_LIMITS: 'on' });
  cleanup.add(() => harness.stop());
  const { id } = await harness.call<{ id: string }>('POST', '/api/clients', {
    businessName: 'Asked too much',
    contactEmail: 'owner@acme.example',
    notificationPhone: 'none',
  });
  const createKey = async () =>
    (
      await harness.call<{ token: string }>('POST', '/api/admin/api-keys', {
        name: 'Hostile',
        scopes: ['read_all'],
      })
    ).token;
  const [keyOfDocuments, keyOfStreams] = [await createKey(), await createKey()];
  const url = `http://127.0.0.1:${readRunFile(harness.stack.dataDir).services['graphql']!.port!}/graphql`;
  const send = async (path: string, token: string, query: string) => {
    const startedAt = performance.now();
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query }),
    });
    return { response, ms: performance.now() - startedAt };
  };
  let accepted = 0;
  for (const [name, documentOf] of Object.entries(documents)) {
    const times: number[] = [];
    for (let n = 0; n < REPEATS; n += 1) {
      const { response, ms } = await send('', keyOfDocuments, documentOf(n));
      times.push(ms);
      await response.arrayBuffer();
      if (!REFUSALS.includes(response.status)) accepted += 1;
    }
    report(slowest(`p95 of the time to refuse: ${name}`, times));
  }
  report(exactly('documents that were not refused', accepted, 0));
  const open = () => send('/stream', keyOfStreams, `subscription { leadCreated(clientId: "${id}") { cursor } }`);
  const openings = await Promise.all(Array.from({ length: STREAMS }, open));
  const refused = openings.filter(({ response }) => response.status === TOO_MANY_REQUESTS);
  report(exactly('subscriptions that an account opened of 200', STREAMS - refused.length, MAX_STREAMS));
  const times: number[] = [];
  for (let n = 0; n < STREAMS; n += 1) times.push((await open()).ms);
  report(slowest('p95 of the time to refuse: one more subscription', times));
  await Promise.all(openings.map(({ response }) => response.body?.cancel()));
}

const slowest = (name: string, times: number[]) => atMost(name, p95(times), GOAL_MS, 'ms');
