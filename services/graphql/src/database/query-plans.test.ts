import { accessLevels, accessMatrix, type Actor } from '@dripline/contract/access-matrix';
import {
  type GraphQLArgument,
  getNamedType,
  type GraphQLInputField,
  type GraphQLObjectType,
  isEnumType,
  isInputObjectType,
} from 'graphql';
import { randomUUID } from 'node:crypto';
import { asSystem } from '../access/scope';
import { createInternalSchema, createSchema } from '../api/schema';
import { type JobDependencies, periodicJobs } from '../jobs/periodic-jobs';
import { ALL_CLIENTS, type BulkKind } from '../outbox/outbox-entry.entity';
import { enqueueBulk } from '../outbox/enqueue';
import { claimEntries, deleteEntries, releaseEntries, retryEntries } from '../outbox/outbox-queue';
import { reconcile } from '../outbox/reconcile';
import { recordReceipt } from '../provider/record-receipt';
import { traceReceipt } from '../provider/trace-receipt';
import { countUnmatchedReceipt } from '../provider/unmatched-receipts';
import { handleReply } from '../replies/handle-reply';
import {
  buildOperation,
  type Callers,
  type ClientFixture,
  createCallers,
  createFixtureClient,
  expectedErrors,
  fillFixture,
  isInternal,
  operationNames,
  variablesOf,
  type FixtureClient,
  inviteAdmin,
  signInForCookie,
  uploadAs,
  writeNoteAs,
  saveViewAs,
} from '../testing/access-matrix-fixture';
import { fillTables, ROWS } from '../testing/fill-tables';
import { type RecordedPlans, recordPlans } from '../testing/record-plans';
import { settings, startTestServer, type TestServer } from '../testing/test-server';
import { atTestServer } from '../testing/uploads';

const schema = createSchema();
const internalSchema = createInternalSchema();
/** Queries come first, because mutations replace the objects that they read. */
const names = [...operationNames(schema), ...operationNames(internalSchema)].sort(
  (a, b) => Number(a.startsWith('Mutation.')) - Number(b.startsWith('Mutation.')),
);

/** Statements that may read a whole table, and why. */
const exceptions: { statement: RegExp; tables: string[]; reason: string }[] = [
  {
    statement: /^INSERT INTO outbox .* AND NOT EXISTS \(SELECT FROM outbox WHERE subject_id = records.id/,
    tables: ['outbox'],
    reason: 'Reconciliation compares up to 2,000 records with the backlog, which costs less than as many look-ups.',
  },
  {
    statement:
      /^SELECT parent\.id, \(SELECT count\(\*\) FROM audit_entries item WHERE \((true|item\.(actor = \$1|outcome = 'ok'))\)\)/,
    tables: ['audit_entries'],
    reason: 'The total of the agency’s activity list, which is counted only for callers that select it.',
  },
  {
    statement:
      /^SELECT item\.id AS "id", item\.handle AS "handle"|^SELECT parent\.id, \(SELECT count\(\*\) FROM clients item/,
    tables: ['clients'],
    reason: 'The agency’s list of its clients, in any order, by any part of a name, and its total.',
  },
  {
    statement: /^WITH source AS MATERIALIZED \( WITH (active AS MATERIALIZED|range AS|usage AS MATERIALIZED)/,
    tables: ['clients', 'campaigns', 'sequences', 'message_forecasts'],
    reason: 'What needs attention, analytics and usage of all clients have figures of each client.',
  },
  {
    statement:
      /^SELECT \(SELECT count\(\*\)::int FROM clients\) AS "totalClients"|^SELECT count\(\*\)::int AS clients, coalesce/,
    tables: ['clients', 'campaigns', 'lead_counts'],
    reason: 'The totals of the agency.',
  },
  {
    statement: /^SELECT "Client"\."handle" .* WHERE \(\("Client"\."handle" LIKE/,
    tables: ['clients'],
    reason:
      'Creating a client looks for handles like its own. Postgres does not trust LIKE with rows that may be hidden.',
  },
  {
    statement: /^SELECT o\.id FROM stored_objects o JOIN \(SELECT unnest/,
    tables: ['clients', 'campaigns'],
    reason: 'A periodic job looks for images without copies that any page shows.',
  },
  {
    statement: /^SELECT id, month::text, .* LEFT JOIN message_forecasts/,
    tables: ['clients', 'message_forecasts'],
    reason: 'A job looks for clients without a current forecast.',
  },
  {
    statement: /^UPDATE notification_settings claimed/,
    tables: ['clients'],
    reason:
      'The job claims up to 50 accounts, for which one scan of the clients costs little more than as many look-ups.',
  },
  {
    statement: /FROM lead_tags JOIN tags ON tags\.id = lead_tags\.tag_id WHERE (lead_tags\.)?lead_id = ANY/,
    tables: ['tags'],
    reason: 'A page of a bulk action or an export has hundreds of leads, whose tags one scan finds.',
  },
];

describe(`with ${ROWS} rows in each large table`, () => {
  let server: TestServer;
  let large: ReadonlySet<string>;
  let plans: RecordedPlans;
  let callers: Callers;
  /** The client of 2% of the rows. */
  let client: FixtureClient;
  let owner: ClientFixture;
  beforeAll(async () => {
    server = await startTestServer({ rateLimits: false });
    client = await createFixtureClient(server, true);
    owner = await fillFixture(server, client);
    large = await fillTables(server.dataSource, client.client);
    plans = await recordPlans(server);
    const cookie = () => signInForCookie(server, 'signInClient', owner.login);
    callers = createCallers(server, {
      owner: cookie,
      staff: cookie,
      otherClient: cookie,
      inactive: cookie,
      expired: cookie,
    });
  }, 300_000);
  afterAll(() => server.stop());

  const usedExceptions = new Set<object>();
  function expectNoFullScans() {
    const scans = plans.takeFullScans(large).filter(({ table, statement }) => {
      const exception = exceptions.find((known) => known.tables.includes(table) && known.statement.test(statement));
      if (exception) usedExceptions.add(exception);
      return !exception;
    });
    expect(scans).toEqual([]);
  }

  const forEach = <Value>(values: Iterable<Value>, run: (value: Value) => Promise<unknown>) =>
    [...values].reduce(async (previous, value) => {
      await previous;
      await run(value);
    }, Promise.resolve());

  /** The actors of an operation whose database roles or conditions differ. */
  const actorsOf = (name: string) =>
    (['owner', 'admin', 'worker', 'landing', 'anonymous'] as const).filter(
      (actor) => accessLevels[accessMatrix[name]!.access][actor] === 'ok',
    );

  async function call(name: string, actor: Actor, variables: Record<string, unknown>) {
    const { text, code } = await callers[actor](name, buildOperation(schema, name), variables);
    if (code !== 'ok' && code !== expectedErrors[name]) throw new Error(`${name} as ${actor}: ${text}`);
    return text;
  }

  it('the plans are recorded, also those in triggers, and full scans are found', async () => {
    const count = (condition: string) =>
      asSystem(() => server.scopedDataSource.query(`SELECT count(*) FROM leads WHERE ${condition}`));
    await count(`traceparent = 'none'`);
    await count(`client_id = '${owner.client}'`);
    expect(plans.takeFullScans(large)).toEqual([
      {
        table: 'leads',
        node: expect.stringMatching(/^Seq Scan/),
        statement: `SELECT count(*) FROM leads WHERE traceparent = 'none'`,
      },
    ]);
  });

  /** Values of the arguments that filter and page, and of the fields of filters. Each makes another statement. */
  const otherValues = ({ name, type }: GraphQLArgument | GraphQLInputField): unknown[] => {
    const named = getNamedType(type);
    if (isEnumType(named)) return named.getValues().map((value) => value.name);
    if (name === 'orderBy' && isInputObjectType(named))
      return otherValues(named.getFields()['field']!).flatMap((field) =>
        ['asc', 'desc'].map((direction) => ({ field, direction })),
      );
    if (name === 'filter' && isInputObjectType(named))
      return Object.values(named.getFields()).flatMap((part) =>
        otherValues(part).map((value) => ({ [part.name]: value })),
      );
    const values: Record<string, unknown[]> = {
      search: ['Person 77', '555 0100', owner.marker],
      campaignId: [owner.campaign],
      source: ['qr', 'direct', 'none'],
      utmCampaign: ['spring', 'none'],
      receivedFrom: ['2026-01-31'],
      receivedTo: ['2026-01-31'],
      hasReplied: [true, false],
      held: [true, false],
      optedOut: [true, false],
      hasOwner: [true, false],
      ownerId: [owner.member],
      tag: ['Urgent', 'roof', 'none'],
      clientId: [owner.client],
      userId: [randomUUID()],
      email: ['7@example.com'],
      failed: [true, false],
      enabled: [true],
      behind: [true, false],
      offset: [3],
      first: [1],
    };
    return values[name] ?? [];
  };

  /** Sends a query, or one of a field, with each value of each argument, and reads the pages after and before it. */
  async function query(name: string, actor: Actor) {
    const [typeName = '', fieldName = ''] = name.split('.');
    const { args } = ((isInternal(name) ? internalSchema : schema).getType(typeName) as GraphQLObjectType).getFields()[
      fieldName
    ]!;
    const isConnection = args.some((argument) => argument.name === 'first');
    const required = { ...variablesOf(name)(owner, ''), ...(isConnection ? { first: 20 } : {}) };
    const variants = args.flatMap((argument) => otherValues(argument).map((value) => ({ [argument.name]: value })));
    const withoutFilter = args.some((argument) => argument.name === 'filter') ? [{ filter: null }] : [];
    await forEach([{}, ...withoutFilter, ...variants], async (variant) => {
      const text = await call(name, actor, { ...required, ...variant });
      const cursor = /"endCursor":"([^"]+)"/.exec(text)?.[1];
      if (!cursor || !isConnection) return;
      await call(name, actor, { ...required, ...variant, after: cursor });
      await call(name, actor, { ...required, ...variant, first: null, last: 20, before: cursor });
    });
  }

  /** Sends a mutation that changes new objects of the client, which has many others. */
  async function mutate(name: string, actor: Actor) {
    const isRemoved = name === 'Mutation.deleteClient';
    const fixture = await fillFixture(server, isRemoved ? await createFixtureClient(server, true) : client);
    if (name === 'Mutation.completeUpload') fixture.uploadURL = await uploadAs(server, callers[actor], fixture.client);
    // Only its author changes a note.
    if (/(update|delete)LeadNote$/.test(name)) fixture.note = await writeNoteAs(callers[actor], fixture.lead);
    // Only its owner changes a view.
    if (/(update|delete)SavedView$/.test(name)) fixture.view = await saveViewAs(callers[actor], fixture.client);
    const invitation = name === 'Mutation.acceptAdminInvitation' ? await inviteAdmin(callers) : '';
    await call(name, actor, variablesOf(name)(fixture, invitation));
    await server.doBulkWork();
  }

  it.each(names)(
    '%s scans no large table',
    async (name) => {
      const send = name.startsWith('Mutation.') ? mutate : query;
      await forEach(actorsOf(name), (actor) => send(name, actor));
      expectNoFullScans();
    },
    60_000,
  );

  it.each(periodicJobs({} as JobDependencies).map(({ name }) => name))(
    'the job %s scans no large table',
    async (name) => {
      const { scopedDataSource: dataSource, objectStore } = server;
      const relay = { wake: () => undefined, recoveredAt: () => 0, reconcile: () => reconcile(dataSource, workflows) };
      const mailer = { send: () => Promise.resolve(), close: () => undefined };
      const dependencies = {
        dataSource,
        objectStore,
        settings,
        relay,
        mailer,
        reconcileMs: 1,
      } as unknown as JobDependencies;
      const job = periodicJobs(dependencies).find((other) => other.name === name)!;
      await asSystem(() => job.run(new AbortController().signal));
      expectNoFullScans();
    },
    60_000,
  );

  /** The subject of each kind of work on many rows. */
  const subjects: Record<
    BulkKind,
    'client' | 'campaign' | 'sequence' | 'webhook' | 'member' | 'runningLeadJob' | typeof ALL_CLIENTS
  > = {
    wake_client: 'client',
    wake_sequence: 'sequence',
    publish_sequence: 'sequence',
    wake_breaker: ALL_CLIENTS,
    wake_notifications: ALL_CLIENTS,
    wake_due: ALL_CLIENTS,
    release_leads: 'client',
    lead_job: 'runningLeadJob',
    remove_owner: 'member',
    cancel_deliveries_of_client: 'client',
    cancel_deliveries: 'webhook',
    delete_sequence: 'sequence',
    delete_campaign: 'campaign',
    delete_deliveries: 'webhook',
    delete_client: 'client',
  };
  it.each(Object.entries(subjects))(
    'the work %s scans no large table',
    async (kind, subject) => {
      const fixture = await fillFixture(
        server,
        kind === 'delete_client' ? await createFixtureClient(server, true) : client,
      );
      const [clientId, subjectId] = subject === ALL_CLIENTS ? [subject, subject] : [fixture.client, fixture[subject]];
      const bulk = server.dataSource.manager;
      // Work waits while the client has many calls in the outbox.
      await bulk.query('DELETE FROM outbox WHERE client_id = $1', [clientId]);
      await enqueueBulk(bulk, kind as BulkKind, clientId, subjectId);
      await server.doBulkWork();
      expect(await bulk.query('SELECT kind FROM outbox WHERE subject_id = $1 AND is_bulk', [subjectId])).toEqual([]);
      expectNoFullScans();
    },
    60_000,
  );

  it('the relay scans no large table', async () => {
    const { scopedDataSource: dataSource } = server;
    await asSystem(async () => {
      const claimed = await claimEntries(dataSource, false, 25);
      expect(claimed).toHaveLength(25);
      await retryEntries(dataSource, claimed.slice(0, 5));
      await releaseEntries(dataSource, claimed.slice(5, 10));
      await deleteEntries(dataSource, claimed.slice(10));
    });
    expectNoFullScans();
  });

  it('receipts and replies scan no large table', async () => {
    const { scopedDataSource: dataSource } = server;
    const { message } = await fillFixture(server, client);
    await asSystem(async () => {
      for (const receipt of [
        { providerId: 'SM-new', messageId: message, status: 'delivered', errorCode: null },
        { providerId: 'SM50', messageId: null, status: 'undelivered', errorCode: '30007' },
        { providerId: 'SM100', messageId: null, status: 'failed', errorCode: '30005' },
        { providerId: 'NM100', messageId: null, status: 'delivered', errorCode: null },
        { providerId: 'TM100', messageId: null, status: 'failed', errorCode: '21610' },
        { providerId: 'none', messageId: randomUUID(), status: 'sent', errorCode: null },
      ]) {
        await recordReceipt(dataSource, receipt);
        await traceReceipt(dataSource.manager, receipt.messageId, receipt.status);
      }
      await countUnmatchedReceipt(dataSource.manager, 'none');
      for (const body of ['Yes please', 'STOP', 'START', 'HELP'])
        await handleReply(dataSource, { providerId: randomUUID(), from: '+14150000150', body });
    });
    expectNoFullScans();
  });

  it('files scan no large table', async () => {
    await fetch(atTestServer(server, owner.logo));
    await fetch(atTestServer(server, '/objects/none'));
    expectNoFullScans();
  });

  it('all exceptions are needed', () => {
    expect(exceptions.filter((exception) => !usedExceptions.has(exception))).toEqual([]);
    expect(plans.statements.size).toBeGreaterThan(300);
  });
});

/** Temporal without workflows, so that all open records seem to have lost theirs. */
const workflows = {
  count: () => Promise.resolve({ count: 0 }),
  list: () => [],
} as unknown as Parameters<typeof reconcile>[1];
