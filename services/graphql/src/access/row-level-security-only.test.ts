import { accessLevels, accessMatrix } from '@dripline/contract/access-matrix';
import { UpdateClientDocument } from '../testing/operations/generated';
import type * as Access from './access';
import type * as Clients from '../clients/client.entity';
import type { Context } from '../api/context';
import { log } from '../telemetry/log';
import { createSchema } from '../api/schema';
import {
  type Callers,
  createCallers,
  signInForCookie,
  fillFixture,
  variablesOf,
  createFixtureClient,
  buildOperation,
  digestDatabase,
  type ClientFixture,
} from '../testing/access-matrix-fixture';
import { startTestServer, type TestServer } from '../testing/test-server';

/** The client whose objects the disabled checks let everyone try to access. */
let targetClientId = '';

// Disable all access checks in the code, so that only row-level security is left.
jest.mock('./access', () => {
  const real = jest.requireActual<typeof Access>('./access');
  const { Client } = jest.requireActual<typeof Clients>('../clients/client.entity');
  const authorizeDashboard = async (ctx: Context, id: string) => {
    real.addLinkedClientToScope(ctx, id);
    return (
      (await ctx.dataSource.manager.findOneBy(Client, { id })) ??
      Object.assign(new Client(), {
        id,
        timeZone: 'UTC',
        webhooksEnabled: true,
        notificationPhone: '+14155550100',
        quietHours: { enabled: false },
      })
    );
  };
  const loadOwned = async (ctx: Context, id: string, find: (id: string) => Promise<{ clientId: string } | null>) => {
    real.addLinkedClientToScope(ctx, targetClientId);
    return (await find(id)) ?? { id, clientId: targetClientId, objectPath: '/objects/none' };
  };
  return {
    ...real,
    authChecker: () => true,
    authorizeDashboard,
    authorizeBuilder: authorizeDashboard,
    loadOwned,
    hasFullDashboardAccess: () => true,
    OpenedField: () => () => undefined,
    BuilderField: () => () => undefined,
    isLoginRequired: () => false,
  };
});

const schema = createSchema();
const strangers = ['anonymous', 'otherClient', 'inactive', 'expired', 'forged'] as const;
/** Operations whose responses contain no marker, only numbers, dates and the names of form fields. */
const operationsWithoutMarker = [
  'Client.activity',
  'Client.notificationState',
  'Client.retentionPolicy',
  'Client.sender',
  'Client.stats',
  'Client.usage',
  'AbTestVariant.stats',
  'Campaign.abTestPlan',
  'Campaign.abTests',
  'Campaign.formFields',
  'Campaign.scanAnalytics',
  'Campaign.stats',
  'Lead.abTestVariant',
  'Lead.placement',
  'Notification.campaign',
  'Placement.stats',
  'Query.abTest',
  'Query.sequenceVersionPreview',
  'Query.webhookDelivery',
  'Sequence.variantStats',
  'Webhook.deliveries',
];
/** The operations on a client's objects. Operations of administrators and services depend only on the role. */
const names = Object.keys(accessMatrix).filter((name) =>
  ['dashboard', 'dashboardAction', 'builder', 'owners'].includes(accessMatrix[name]!.access),
);

describe('a server that relies only on row-level security', () => {
  let server: TestServer;
  let callers: Callers;
  let owner: ClientFixture;
  let inactive: ClientFixture;

  beforeAll(async () => {
    // Errors are expected here, so keep them out of the log.
    log.level = 'silent';
    server = await startTestServer({ rateLimits: false });
    owner = await fillFixture(server, await createFixtureClient(server, true));
    inactive = await fillFixture(server, await createFixtureClient(server, true));
    const otherClient = await fillFixture(server, await createFixtureClient(server, true));
    const inactiveCookie = await signInForCookie(server, 'signInClient', inactive.login);
    const expired = await signInForCookie(server, 'signInClient', owner.login);
    await server.dataSource.query(`UPDATE sessions SET expires_at = now() - interval '1 second' WHERE client_id = $1`, [
      owner.client,
    ]);
    await server.admin(UpdateClientDocument, { id: inactive.client, input: { status: 'inactive' } });
    callers = createCallers(server, {
      owner: () => signInForCookie(server, 'signInClient', owner.login),
      staff: () => signInForCookie(server, 'signInClient', owner.staffLogin),
      otherClient: () => signInForCookie(server, 'signInClient', otherClient.login),
      inactive: () => Promise.resolve(inactiveCookie),
      expired: () => Promise.resolve(expired),
    });
  }, 60_000);
  afterAll(() => server.stop());

  const cells = names.flatMap((name) => strangers.map((actor) => ({ name, actor })));

  it('has no access checks of its own: it treats the owner and a stranger alike', async () => {
    targetClientId = owner.client;
    const { text } = await callers.owner('', buildOperation(schema, 'Query.client'), { id: owner.client });
    expect(text).toContain(owner.marker);
    expect(cells.length).toBeGreaterThan(150);
    expect(new Set(names.map((name) => accessLevels[accessMatrix[name]!.access].otherClient))).toEqual(
      new Set(['NOT_FOUND']),
    );
  });

  it.each(cells)('$name reveals nothing to $actor and changes nothing', async ({ name, actor }) => {
    const target = actor === 'inactive' ? inactive : owner;
    targetClientId = target.client;
    // Fields of objects are selected by queries, which are checked by themselves.
    const digest = () => (/^(Query|Mutation)\./.test(name) ? digestDatabase(server) : '');
    const before = await digest();
    const { text } = await callers[actor](name, buildOperation(schema, name), variablesOf(name)(target, 'none'));
    const own = [...Object.values(target)].filter(
      (value) => text.includes(value as string) && !Object.values(variablesOf(name)(target, 'none')).includes(value),
    );
    expect([own.map((value) => [value, text]), text.includes(target.marker)]).toEqual([[], false]);
    if (operationsWithoutMarker.includes(name)) {
      const figures = JSON.stringify((JSON.parse(text) as { data: unknown }).data);
      // A plan without figures is the same for every campaign.
      expect(figures.replace('"viewsPerVariant":1881', '')).not.toMatch(/:[1-9]/);
    }
    expect(await digest()).toBe(before);
  });

  it('reveals or changes nearly everything when row-level security is disabled', async () => {
    targetClientId = owner.client;
    const setRowSecurity = async (change: 'DISABLE' | 'ENABLE') => {
      const tables = await server.dataSource.query<{ name: string }[]>(
        `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
      );
      for (const { name } of tables)
        await server.dataSource.query(`ALTER TABLE "${name}" ${change} ROW LEVEL SECURITY`);
    };
    await setRowSecurity('DISABLE');
    const protectedOperations: string[] = [];
    // Queries first, because each mutation needs objects of its own.
    const isMutation = (name: string) => name.startsWith('Mutation.');
    const shared = await fillFixture(server, owner);
    for (const name of [...names].sort((a, b) => Number(isMutation(a)) - Number(isMutation(b)))) {
      const target = isMutation(name) ? await fillFixture(server, owner) : shared;
      const before = await digestDatabase(server);
      const { text } = await callers.otherClient(name, buildOperation(schema, name), variablesOf(name)(target, 'none'));
      if (!text.includes(target.marker) && (await digestDatabase(server)) === before) protectedOperations.push(name);
    }
    await setRowSecurity('ENABLE');
    // Uploads are tied to the uploader, and the others return no marker.
    expect(protectedOperations.sort()).toEqual(['Mutation.completeUpload', ...operationsWithoutMarker].sort());
  }, 240_000);
});
