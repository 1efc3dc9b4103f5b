import { eventually } from '@dripline/runtime/testing/eventually';
import { createClient } from 'graphql-sse';
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { readRunFile } from './launch';
import type { MessagingHarness } from './messaging-harness';
import type { Replica } from './replica';

/** How many subscribers there are, of how many clients, and what changes meanwhile. */
export interface SubscriberRun {
  clients: number;
  subscribersPerClient: number;
  changesPerSecond: number;
  seconds: number;
}

/** What the subscribers received. */
export interface SubscriberResult {
  /** Changes that were committed. */
  changes: number;
  events: number;
  /** Leads that a subscriber should have received and did not, or not in their last version. */
  missed: number;
  /** Leads that were reported as created more than once to a subscriber. */
  duplicates: number;
  /** Events with a lead of another client. */
  foreign: number;
  /** The most often that one subscriber resumed. */
  resumes: number;
  /** Time from the commit of a new lead to its receipt in ms, without those that were resumed. */
  delays: number[];
}

interface LeadEvent {
  cursor: string;
  kind: string;
  lead: { id: string; version: number } | null;
}

const SUBSCRIPTION = `subscription ($clientId: ID!, $after: String) {
  clientUpdated(clientId: $clientId, after: $after) {
    cursor
    kind
    lead { id version }
    client { stats { totalLeads } }
  }
}`;
const TICK_MS = 50;
/** As often as a server notifies. */
const TICKS_PER_NOTIFICATION = 2;

/**
 * Subscribes to the changes of clients at the stack's GraphQL process and at another one, changes leads, and kills the
 * other process halfway. Subscribers that lose their connection resume at the first one.
 */
export async function runSubscribers(
  harness: MessagingHarness,
  other: Replica,
  { clients, subscribersPerClient, changesPerSecond, seconds }: SubscriberRun,
): Promise<SubscriberResult> {
  const ports = [readRunFile(harness.stack.dataDir).services['graphql']!.port!, other.port];
  const committedAt = new Map<string, number>();
  const accounts: Account[] = [];
  for (let n = 0; n < clients; n += 1) accounts.push(await createAccount(harness, n));
  const subscribers = accounts.flatMap((account, n) =>
    Array.from({ length: subscribersPerClient }, (_, m) =>
      subscribe(account, ports, (n + m) % ports.length, committedAt),
    ),
  );
  await eventually(() => assert.equal(subscribers.filter(({ isReady }) => !isReady()).length, 0));

  const leads = accounts.map((): string[] => []);
  let changes = 0;
  const change = async () => {
    const index = changes % clients;
    const isNew = Math.floor(changes / clients) % 2 === 0;
    changes += 1;
    const { clientId, campaignId } = accounts[index]!;
    const known = leads[index]!;
    if (isNew) {
      const { rows } = await harness.db.query<{ id: string }>(
        `INSERT INTO leads (client_id, campaign_id, form_data) VALUES ($1, $2, '{}') RETURNING id`,
        [clientId, campaignId],
      );
      committedAt.set(rows[0]!.id, performance.now());
      known.push(rows[0]!.id);
    } else if (known.length > 0) {
      const id = known[changes % known.length];
      await harness.db.query('UPDATE leads SET full_name = $2 WHERE id = $1', [id, `Change ${changes}`]);
    }
  };
  const startedAt = performance.now();
  const halfMs = (seconds * 1_000) / 2;
  const total = changesPerSecond * seconds;
  for (let tick = 0, isKilled = false; changes < total; tick += 1) {
    const due = Math.min(total, Math.ceil(((performance.now() - startedAt) / 1_000) * changesPerSecond));
    await Promise.all(Array.from({ length: due - changes }, change));
    if (tick % TICKS_PER_NOTIFICATION === 0) await harness.db.query(`SELECT pg_notify('dripline_changes', '')`);
    if (!isKilled && performance.now() - startedAt > halfMs) {
      process.kill(other.pid, 'SIGKILL');
      isKilled = true;
    }
    await delay(TICK_MS);
  }

  const { rows } = await harness.db.query<{ id: string; clientId: string; version: number }>(
    'SELECT id, client_id AS "clientId", version FROM leads WHERE client_id = ANY($1)',
    [accounts.map(({ clientId }) => clientId)],
  );
  const ofClient = new Map(accounts.map(({ clientId }) => [clientId, rows.filter((row) => row.clientId === clientId)]));
  const missedBy = ({ clientId, versions }: (typeof subscribers)[number]) =>
    ofClient.get(clientId)!.filter(({ id, version }) => versions.get(id) !== version).length;
  const sum = (count: (subscriber: (typeof subscribers)[number]) => number) =>
    subscribers.reduce((result, subscriber) => result + count(subscriber), 0);
  await eventually(() => assert.equal(sum(missedBy), 0)).catch(() => undefined);
  const owners = new Map(rows.map(({ id, clientId }) => [id, clientId]));
  const result = {
    changes,
    events: sum(({ counts }) => counts.events),
    missed: sum(missedBy),
    duplicates: sum(({ created }) => [...created.values()].filter((count) => count > 1).length),
    foreign: sum(({ clientId, versions }) => [...versions.keys()].filter((id) => owners.get(id) !== clientId).length),
    resumes: Math.max(...subscribers.map(({ counts }) => counts.resumes)),
    delays: subscribers.flatMap(({ delays }) => delays),
  };
  await Promise.all(subscribers.map(({ stop }) => stop()));
  return result;
}

interface Account {
  clientId: string;
  campaignId: string;
  token: string;
}

/** Creates a client with a campaign and an API key of its own. */
async function createAccount({ call }: MessagingHarness, n: number): Promise<Account> {
  const { id: clientId } = await call<{ id: string }>('POST', '/api/clients', {
    businessName: `Subscriber ${n}`,
    contactEmail: `owner${n}@acme.example`,
    notificationPhone: 'none',
  });
  const { id: campaignId } = await call<{ id: string }>('POST', `/api/clients/${clientId}/campaigns`, {
    name: 'Spring',
    formFields: [{ id: 'name', type: 'text', label: 'Name' }],
  });
  const { token } = await call<{ token: string }>('POST', `/api/clients/${clientId}/api-keys`, {
    name: 'Subscriber',
    scopes: ['read_all'],
  });
  return { clientId, campaignId, token };
}

/** Subscribes, and resumes at the first port after the last cursor when the stream ends. */
function subscribe({ clientId, token }: Account, ports: number[], start: number, committedAt: Map<string, number>) {
  const versions = new Map<string, number>();
  const created = new Map<string, number>();
  const delays: number[] = [];
  const counts = { events: 0, resumes: 0 };
  let cursor: string | null = null;
  let isStopped = false;
  let end: () => unknown = () => undefined;

  const receive = ({ kind, lead, cursor: position }: LeadEvent) => {
    cursor = position;
    counts.events += 1;
    if (!lead) return;
    versions.set(lead.id, Math.max(lead.version, versions.get(lead.id) ?? 0));
    if (kind !== 'lead_created') return;
    created.set(lead.id, (created.get(lead.id) ?? 0) + 1);
    const time = committedAt.get(lead.id);
    if (time !== undefined && counts.resumes === 0) delays.push(performance.now() - time);
  };
  const follow = async (port: number) => {
    const client = createClient({
      url: `http://127.0.0.1:${port}/graphql/stream`,
      headers: { authorization: `Bearer ${token}` },
      retryAttempts: 0,
    });
    const results = client.iterate<{ clientUpdated: LeadEvent }>({
      query: SUBSCRIPTION,
      variables: { clientId, after: cursor },
    });
    end = () => client.dispose();
    for await (const { data } of results) if (data) receive(data.clientUpdated);
  };
  const running = (async () => {
    for (let port = ports[start]!; !isStopped; port = ports[0]!) {
      await follow(port).catch(() => undefined);
      if (!isStopped) counts.resumes += 1;
    }
  })();
  return {
    clientId,
    versions,
    created,
    delays,
    counts,
    isReady: () => cursor !== null,
    async stop() {
      isStopped = true;
      end();
      await running;
    },
  };
}
