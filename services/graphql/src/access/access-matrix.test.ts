import { accessLevels, accessMatrix, type Actor, actors } from '@dripline/contract/access-matrix';
import { type ApiKeyScope, includesScope, objectNouns } from '@dripline/contract/api-keys';
import { UpdateClientDocument } from '../testing/operations/generated';
import { type GraphQLObjectType, isObjectType } from 'graphql';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { getMetadataStorage } from 'type-graphql';
import { rateLimits } from '../api/rate-limiters';
import { createInternalSchema, createSchema } from '../api/schema';
import {
  type Callers,
  createCallers,
  createKeys,
  type KeyActor,
  keyActors,
  signInForCookie,
  fillFixture,
  operationNames,
  operationVariables,
  variablesOf,
  createFixtureClient,
  buildOperation,
  inviteAdmin,
  uploadAs,
  writeNoteAs,
  saveViewAs,
  digestDatabase,
  expectedErrors,
  isInternal,
  type ClientFixture,
} from '../testing/access-matrix-fixture';
import { startTestServer, type TestServer } from '../testing/test-server';
import { systemMiddleware } from './access';

const schema = createSchema();
const internalSchema = createInternalSchema();
const names = [...operationNames(schema), ...operationNames(internalSchema)];
/** Describes a limit, such as `10 an hour`. All are per client. */
const limitText = (name: string) => {
  const { points, duration } = rateLimits[name as keyof typeof rateLimits];
  return `${points} ${duration === 60 ? 'a minute' : 'an hour'}`;
};
/** Names that must not appear in any response. */
const secretNames = /argon2|passwordHash|tokenHash|encryptedSecret/;

describe('the access matrix', () => {
  it('lists exactly the queries, mutations, subscriptions and fields of both schemas that load objects', () => {
    expect(Object.keys(accessMatrix).sort()).toEqual([...names].sort());
    const roots = names.filter((name) => /^(Query|Mutation|Subscription)\./.test(name));
    expect(Object.keys(operationVariables).sort()).toEqual(roots.sort());
    expect(names.filter(isInternal).sort()).toEqual(operationNames(internalSchema).sort());
  });

  it('agrees with the roles that each operation declares', () => {
    const { queries, mutations, subscriptions } = getMetadataStorage();
    const services = { worker: 'worker', landing: 'landing' };
    const accounts = {
      anonymous: 'visitor',
      owner: 'client',
      staff: 'client',
      admin: 'admin',
      worker: 'visitor',
      landing: 'visitor',
    };
    const isRefused = (name: string, actor: Actor) =>
      ['FORBIDDEN', 'UNAUTHENTICATED'].includes(accessLevels[accessMatrix[name]!.access][actor]);
    for (const [root, operations] of [
      ['Query', queries],
      ['Mutation', mutations],
      ['Subscription', subscriptions],
    ] as const) {
      for (const { schemaName, roles = [] } of operations) {
        const roleOf = isInternal(`${root}.${schemaName}`) ? services : accounts;
        for (const [actor, role] of Object.entries(roleOf) as [Actor, string][]) {
          if (!(roles as unknown[]).includes(role))
            expect([schemaName, actor, isRefused(`${root}.${schemaName}`, actor)]).toEqual([schemaName, actor, true]);
        }
      }
    }
  });

  const forLinks = Object.entries(accessMatrix).filter(
    ([, { access }]) => access !== 'public' && accessLevels[access].link === 'ok',
  );

  it('gives a reason and limits for each change, message, export and deletion that a link allows', () => {
    const actions = forLinks.filter(([name]) => name.startsWith('Mutation.') || /csv|export/i.test(name));
    for (const [name, { access, link }] of actions) {
      expect([name, access]).toEqual([name, 'dashboardAction']);
      expect([name, link?.reason]).toEqual([name, expect.stringMatching(/tab: /)]);
      expect([name, link!.limits.filter((limit) => limit in rateLimits)]).toEqual([name, link!.limits]);
      expect([name, link!.limits]).toEqual([name, expect.arrayContaining(['linkActions'])]);
    }
    expect(forLinks.filter(([, { link }]) => link)).toEqual(actions);
  });

  it('is documented for links', () => {
    const documented = readFileSync(path.join(__dirname, '../../../../docs/compliance/security-model.md'), 'utf8');
    const rows = documented.split('\n').map((line) => line.replace(/\s+/g, ' '));
    const expected = forLinks.flatMap(([name, { link }]) =>
      link ? [`| \`${name.split('.')[1]}\` | ${link.reason} | ${link.limits.map(limitText).join(', ')} |`] : [],
    );
    expect(rows.filter((row) => / tab: /.test(row))).toEqual(expected);
  });

  it('has no field that exposes a password, a token or a hash', () => {
    const fields = [schema, internalSchema].flatMap((of) =>
      Object.values(of.getTypeMap()).flatMap((type) =>
        isObjectType(type) && type !== of.getMutationType()
          ? Object.keys(type.getFields()).map((field) => `${type.name}.${field}`)
          : [],
      ),
    );
    expect(fields.filter((name) => /\..*(password|token|hash)/i.test(name))).toEqual(['ApiKeyWithToken.token']);
  });

  it('lists every public operation that may read all clients’ rows', () => {
    const { middlewares } = getMetadataStorage() as unknown as {
      middlewares: { fieldName: string; middlewares: unknown[] }[];
    };
    const asSystem = middlewares.filter((entry) => entry.middlewares.includes(systemMiddleware));
    expect([...new Set(asSystem.map(({ fieldName }) => fieldName))].sort()).toEqual([
      ...[
        'acceptAdminInvitation',
        'accountSecurity',
        'addPasskey',
        'beginAuthenticator',
        'beginPasskey',
        'beginPasskeySignIn',
        'changePassword',
        'confirmAuthenticator',
        'createRecoveryCodes',
        'dashboardAccess',
        'deleteAuthenticator',
        'deleteOtherSessions',
        'deletePasskey',
        'deleteSession',
        'finishSignIn',
        'recordLandingView',
        'signIn',
        'signInClient',
        'signOut',
        'signOutClient',
        'submitLead',
      ],
    ]);
  });

  describe('over GraphQL', () => {
    let server: TestServer;
    let callers: Callers;
    const fixtures = {} as Record<'owner' | 'inactive' | 'open' | 'readOnly' | 'otherClient', ClientFixture>;

    beforeAll(async () => {
      server = await startTestServer({ rateLimits: false });
      for (const [who, authEnabled] of [
        ['owner', true],
        ['otherClient', true],
        ['inactive', true],
        ['open', false],
        ['readOnly', false],
      ] as const) {
        const made = await createFixtureClient(server, authEnabled, who === 'readOnly');
        fixtures[who] = await fillFixture(server, made);
      }
      // Create the sessions first, so that the test checks whether they are still valid. Restoring the deleted rows
      // simulates a bug in their deletion.
      const inactive = await signInForCookie(server, 'signInClient', fixtures.inactive.login);
      const sessions = await server.dataSource.query<{ token_hash: string }[]>(
        'SELECT * FROM sessions WHERE client_id = $1',
        [fixtures.inactive.client],
      );
      await server.admin(UpdateClientDocument, { id: fixtures.inactive.client, input: { status: 'inactive' } });
      for (const { token_hash: hash } of sessions) {
        await server.dataSource.query(
          `INSERT INTO sessions (token_hash, client_id, expires_at) VALUES ($1, $2, now() + interval '1 day') ON CONFLICT DO NOTHING`,
          [hash, fixtures.inactive.client],
        );
      }
      const expired = await signInForCookie(server, 'signInClient', fixtures.owner.login);
      await server.dataSource.query(
        `UPDATE sessions SET expires_at = now() - interval '1 second' WHERE client_id = $1`,
        [fixtures.owner.client],
      );
      const tokens = await createKeys(server, { owner: fixtures.owner.client, other: fixtures.otherClient.client });
      const cookies = {
        owner: () => signInForCookie(server, 'signInClient', fixtures.owner.login),
        staff: () => signInForCookie(server, 'signInClient', fixtures.owner.staffLogin),
        otherClient: () => signInForCookie(server, 'signInClient', fixtures.otherClient.login),
        inactive: () => Promise.resolve(inactive),
        expired: () => Promise.resolve(expired),
      };
      callers = createCallers(server, cookies, tokens);
    }, 60_000);
    afterAll(() => server.stop());

    const isKeyActor = (actor: Actor | KeyActor): actor is KeyActor => (keyActors as readonly string[]).includes(actor);
    const fixtureOf = (actor: Actor | KeyActor) =>
      ({ inactive: fixtures.inactive, link: fixtures.open, readOnlyLink: fixtures.readOnly })[actor as string] ??
      fixtures.owner;
    const matrixCells = names.flatMap((name) =>
      actors.map((actor) => ({ name, actor, answer: accessLevels[accessMatrix[name]!.access][actor] })),
    );

    /** The digest after the previous refusal. It is that before the next one, because nothing else changes rows. */
    let digest: string | undefined;
    /** Returns a check that no row changed since. Fields are selected by queries, which are checked by themselves. */
    const watch = async (name: string) => {
      if (!/^(Query|Mutation)\./.test(name)) return () => Promise.resolve();
      const before = (digest ??= await digestDatabase(server));
      return async () => {
        digest = await digestDatabase(server);
        expect(digest).toBe(before);
      };
    };

    it.each(matrixCells.filter(({ answer }) => answer !== 'ok'))(
      '$name answers $actor with $answer, reveals nothing and changes nothing',
      async ({ name, actor, answer }) => {
        const fixture = fixtureOf(actor);
        const expectUnchanged = await watch(name);
        const { text, code } = await callers[actor](
          name,
          buildOperation(schema, name),
          variablesOf(name)(fixture, 'none'),
        );
        expect(`${code} ${code === answer ? '' : text}`).toBe(`${answer} `);
        expect(text).not.toContain(fixture.marker);
        await expectUnchanged();
      },
    );

    const forAccounts = names.filter(
      (name) => name.startsWith('Client.') && accessLevels[accessMatrix[name]!.access].link === 'UNAUTHENTICATED',
    );
    it.each(forAccounts)('%s is closed to another client that knows the link', async (name) => {
      const { text, code } = await callers.otherClient(
        name,
        buildOperation(schema, name),
        variablesOf(name)(fixtures.open, ''),
      );
      expect(code).toBe('UNAUTHENTICATED');
      expect(text).not.toContain(fixtures.open.marker);
    });

    it('what a sign-in returns shows nothing before the session applies', async () => {
      const { login } = fixtures.owner;
      const edges = names.filter((name) => name.startsWith('Client.')).map((name) => name.split('.')[1]!);
      for (const field of edges) {
        const selected = field === 'tags' ? field : `${field} { __typename }`;
        const { text, code } = await callers.anonymous(
          '',
          `mutation ($username: String!, $password: String!) { signInClient(username: $username, password: $password) { ${selected} } }`,
          login,
        );
        if (field !== 'sender') expect([field, code]).toEqual([field, 'UNAUTHENTICATED']);
        else expect(text).toContain('"sender":null');
      }
    });

    const keyScopes: Record<KeyActor, ApiKeyScope[]> = {
      writeKey: ['write_all'],
      readKey: ['read_all'],
      leadsKey: ['write_leads'],
      otherKey: ['write_all'],
      agencyKey: ['read_all'],
      revokedKey: [],
    };
    const expectedForKey = (name: string, actor: KeyActor) => {
      const { access, noun } = accessMatrix[name]!;
      // The internal port takes only the tokens of services.
      if (actor === 'revokedKey' || isInternal(name)) return 'UNAUTHENTICATED';
      const isChange = name.startsWith('Mutation.');
      const scope = noun && (`${isChange ? 'write' : 'read'}_${noun}` as ApiKeyScope);
      if (!scope || !includesScope(keyScopes[actor], scope)) return 'FORBIDDEN';
      return accessLevels[access][actor === 'agencyKey' ? 'admin' : actor === 'otherKey' ? 'otherClient' : 'owner'];
    };
    const selectsFor = (actor: KeyActor) => (type: GraphQLObjectType) => {
      const noun = objectNouns[type.name];
      return noun === undefined || (noun !== null && includesScope(keyScopes[actor], `read_${noun}`));
    };
    const keyCells = names.flatMap((name) =>
      keyActors.map((actor) => ({ name, actor, answer: expectedForKey(name, actor) })),
    );

    it.each(keyCells.filter(({ answer }) => answer !== 'ok'))(
      '$name answers $actor with $answer, reveals nothing and changes nothing',
      async ({ name, actor, answer }) => {
        const expectUnchanged = await watch(name);
        const query = buildOperation(schema, name, selectsFor(actor));
        const { text, code } = await callers[actor](name, query, variablesOf(name)(fixtures.owner, 'none'));
        expect(`${code} ${code === answer ? '' : text}`).toBe(`${answer} `);
        expect(text).not.toContain(fixtures.owner.marker);
        await expectUnchanged();
      },
    );

    it('lists only types of the schema as closed to keys or in need of a scope', () => {
      const types = Object.keys(schema.getTypeMap());
      expect(Object.keys(objectNouns).filter((name) => !types.includes(name))).toEqual([]);
    });

    const steps = [{ delayMinutes: 5, message: 'Mine' }];
    const crossClientCalls: Record<
      string,
      [name: string, variables: (own: ClientFixture, other: ClientFixture) => Record<string, unknown>]
    > = {
      'creating a sequence for another client’s campaign': [
        'Mutation.createSequence',
        (own, other) => ({
          clientId: own.client,
          input: { name: 'Mine', campaignId: other.campaign, triggerEvent: 'lead_created', steps },
        }),
      ],
      'moving a sequence to another client’s campaign': [
        'Mutation.updateSequence',
        (own, other) => ({ id: own.sequence, input: { campaignId: other.campaign } }),
      ],
      'previewing another client’s sequence': [
        'Query.sequencePreview',
        (own, other) => ({
          clientId: own.client,
          input: { sequenceId: other.sequence, arrivesAt: '2026-06-01T12:00' },
        }),
      ],
      'previewing a sequence for another client’s campaign': [
        'Query.sequencePreview',
        (own, other) => ({
          clientId: own.client,
          input: { campaignId: other.campaign, steps, arrivesAt: '2026-06-01T12:00' },
        }),
      ],
      'publishing an upload to another client': [
        'Mutation.completeUpload',
        (own, other) => ({ input: { clientId: other.client, objectURL: own.uploadURL, fileName: 'mine.png' } }),
      ],
      'publishing another client’s upload': [
        'Mutation.completeUpload',
        (own, other) => ({ input: { clientId: own.client, objectURL: other.uploadURL, fileName: 'mine.png' } }),
      ],
      'showing another client’s image in a campaign': [
        'Mutation.updateCampaign',
        (own, other) => ({ id: own.campaign, input: { logoImageUrl: other.logo } }),
      ],
      'filtering leads by another client’s campaign': [
        'Client.leads',
        (own, other) => ({ of: own.client, filter: { campaignId: other.campaign } }),
      ],
      'filtering spam by another client’s campaign': [
        'Client.spamLeads',
        (own, other) => ({ of: own.client, filter: { campaignId: other.campaign } }),
      ],
      'filtering the export by another client’s campaign': [
        'Query.leadsCsv',
        (own, other) => ({ clientId: own.client, filter: { campaignId: other.campaign } }),
      ],
    };

    it.each(Object.entries(crossClientCalls))('a client gains nothing by %s', async (_, [name, variables]) => {
      const before = await digestDatabase(server);
      const { text } = await callers.otherClient(
        name,
        buildOperation(schema, name),
        variables(fixtures.otherClient, fixtures.owner),
      );
      expect(text).not.toContain(fixtures.owner.marker);
      expect(await digestDatabase(server)).toBe(before);
    });

    const forbiddenFields = {
      id: '00000000-0000-4000-8000-000000000000',
      clientId: '00000000-0000-4000-8000-000000000000',
      monthlySMSLimit: 9,
      status: 'inactive',
      authEnabled: false,
      role: 'admin',
      stats: {},
      usage: {},
      objectPath: '/objects/x',
      passwordHash: 'x',
      held: true,
    };
    const inputs: [string, Record<string, string>][] = [
      ['Mutation.updateLead', { status: 'known' }],
      ['Mutation.updateCampaign', { status: 'known' }],
      ['Mutation.createCampaign', { status: 'known' }],
      ['Mutation.updateSequence', { status: 'known' }],
      ['Mutation.createSequence', { status: 'known' }],
      ['Mutation.completeUpload', { clientId: 'known' }],
      ['Mutation.createWebhook', {}],
      ['Mutation.updateWebhook', {}],
    ];
    const forbiddenInputs = inputs.flatMap(([name, known]) =>
      Object.entries(forbiddenFields).flatMap(([field, value]) => (field in known ? [] : [{ name, field, value }])),
    );

    it.each(forbiddenInputs)('$name rejects the field $field from its own client', async ({ name, field, value }) => {
      const before = await digestDatabase(server);
      const variables = operationVariables[name]!(fixtures.owner, '') as { input: object };
      const { code } = await callers.owner(name, buildOperation(schema, name), {
        ...variables,
        input: { ...variables.input, [field]: value },
      });
      expect(code).toBe('BAD_USER_INPUT');
      expect(await digestDatabase(server)).toBe(before);
    });

    // Queries come first, because each change creates new objects.
    const admitted = [...matrixCells, ...keyCells]
      .filter(({ answer }) => answer === 'ok')
      .sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name));

    it.each(admitted)('$name admits $actor', async ({ name, actor }) => {
      // Another change may have deleted the staff.
      const isChange = name.startsWith('Mutation.') && (accessMatrix[name]!.access !== 'public' || actor === 'staff');
      const known = fixtureOf(actor);
      const needsLogin = actor === 'inactive' || name === 'Mutation.signInClient';
      const made = needsLogin || name === 'Mutation.deleteClient' ? await createFixtureClient(server, true) : known;
      const fixture = isChange || made !== known ? await fillFixture(server, made) : known;
      // Only the uploader may publish an upload.
      if (name === 'Mutation.completeUpload')
        fixture.uploadURL = await uploadAs(server, callers[actor], fixture.client);
      // Only its author changes a note.
      if (/(update|delete)LeadNote$/.test(name)) fixture.note = await writeNoteAs(callers[actor], fixture.lead);
      // Only its owner changes a view.
      if (/(update|delete)SavedView$/.test(name)) fixture.view = await saveViewAs(callers[actor], fixture.client);
      const invitation = name === 'Mutation.acceptAdminInvitation' ? await inviteAdmin(callers) : '';
      const { text, code } = await callers[actor](
        name,
        buildOperation(schema, name, isKeyActor(actor) ? selectsFor(actor) : undefined),
        variablesOf(name)(fixture, invitation),
      );
      const expected = expectedErrors[name] ?? 'ok';
      expect(`${code} ${code === expected ? '' : text}`).toBe(`${expected} `);
      expect(text).not.toMatch(secretNames);
    });
  });
});
