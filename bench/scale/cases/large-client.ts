import { eventually } from '@dripline/runtime/testing/eventually';
import { admin, type TestSequence } from '@dripline/tests/harness/messaging-harness';
import { timed } from '../../compare';
import { atMost, exactly, figure, type ScaleRun } from '../scale-run';
import { after, submitForms } from '../visitors';
import { createPage } from './create-page';

/** The REST API deletes no campaigns. */
const DELETE_CAMPAIGN = 'mutation ($id: ID!) { deleteCampaign(id: $id) }';
const CALL_MS = 500;
const DONE_WITHIN_MIN = 10;
const RATE_RATIO = 1.5;
const BASELINE_MS = 20_000;
const HOUR_MS = 3_600_000;

/** Changes and deletes a client with many leads and live enrollments, while visitors submit forms of another client. */
export async function largeClient(run: ScaleRun, { clientId, campaignId, sequenceId }: TestSequence): Promise<void> {
  const { harness, cluster, report } = run;
  const { call, db } = harness;
  const page = await createPage(run, 'Other client');
  const baseline = await submitForms(page, after(BASELINE_MS));

  // Deleting a client requires a recent sign-in.
  await call('POST', '/api/auth/login', { username: admin.ADMIN_USERNAME, password: admin.ADMIN_PASSWORD });
  let isOver = false;
  const meanwhile = submitForms(page, () => isOver);
  const client = `/api/clients/${clientId}`;
  const sequence = `/api/sms-sequences/${sequenceId}`;
  const calls: [string, string, string, object?][] = [
    ['rename the client', 'PUT', client, { businessName: 'Renamed' }],
    ['deactivate the client', 'PUT', client, { status: 'inactive' }],
    ['activate the client', 'PUT', client, { status: 'active' }],
    ['raise a limit', 'PUT', client, { monthlySMSLimit: 10_000_000 }],
    ['deactivate the sequence', 'PUT', sequence, { status: 'inactive' }],
    ['activate the sequence', 'PUT', sequence, { status: 'active' }],
    ['delete the sequence', 'DELETE', sequence],
    ['delete the campaign', 'POST', '/graphql', { query: DELETE_CAMPAIGN, variables: { id: campaignId } }],
    ['delete the client', 'DELETE', client],
  ];
  const startedAt = Date.now();
  for (const [name, method, path, body] of calls)
    report(atMost(name, await timed(() => call(method, path, body)), CALL_MS, 'ms'));
  const isIdle = async () =>
    (await db.query('SELECT FROM outbox WHERE client_id = $1 LIMIT 1', [clientId])).rowCount === 0;
  const isGone = async () => (await db.query('SELECT FROM clients WHERE id = $1', [clientId])).rowCount === 0;
  await eventually(async () => (await isGone()) && (await isIdle()), { timeout: 3 * HOUR_MS, interval: 500 });
  report(figure('its rows are gone after', `${((Date.now() - startedAt) / 1_000).toFixed(0)} s`));
  await eventually(async () => (await cluster.countRunning()) === 0, { timeout: 3 * HOUR_MS, interval: 1_000 });
  report(atMost('all work is done after', (Date.now() - startedAt) / 60_000, DONE_WITHIN_MIN, 'min'));
  isOver = true;
  const { perSecond, failures } = await meanwhile;
  report(figure('submissions of another client per second before', baseline.perSecond.toFixed(0)));
  report(atMost('their rate before, against meanwhile', baseline.perSecond / perSecond, RATE_RATIO, ''));
  report(exactly('submissions that failed', failures, 0));
  report(exactly('rows of the client that are left', await countRows(run, clientId), 0));
}

/** Counts the rows of all tables that name the client, except for those that are kept on purpose. */
async function countRows({ harness: { db } }: ScaleRun, clientId: string): Promise<number> {
  const { rows: tables } = await db.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE column_name = 'client_id' AND table_schema = 'public' AND table_type = 'BASE TABLE'
       AND table_name NOT IN ('evidence', 'suppressions')`,
  );
  let left = 0;
  for (const { name } of tables) {
    const { rows } = await db.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${name} WHERE client_id = $1`, [
      clientId,
    ]);
    left += rows[0]!.n;
  }
  return left;
}
