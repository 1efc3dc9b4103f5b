import { access, accessMatrix, type Actor, actors } from '@dripline/contract/access-matrix';
import { UpdateClientDocument } from '../testing/operations/generated';
import { getMetadataStorage } from 'type-graphql';
import { createSchema } from '../api/schema';
import {
  type Callers,
  callersOf,
  cookieOf,
  fillVictim,
  given,
  makeVictimClient,
  operationOf,
  stateOf,
  type Victim,
} from '../testing/access-fixture';
import { startTestServer, type TestServer } from '../testing/test-server';
import { png, put } from '../testing/uploads';

const schema = createSchema();
const names = [schema.getQueryType()!, schema.getMutationType()!].flatMap((root) =>
  Object.keys(root.getFields()).map((field) => `${root.name}.${field}`),
);
/** Answers of calls that are let in, and have something else to say. */
const admitted: Record<string, string> = {
  'Mutation.changePassword': 'BAD_USER_INPUT',
  'Mutation.deleteAdmin': 'NOT_FOUND',
  'Mutation.deleteAdminInvitation': 'NOT_FOUND',
  'Mutation.recordTestText': 'ok',
};
/** A key that no caller of the API may read. */
const secret = /argon2|passwordHash|tokenHash|sealedSecret/;

describe('the access matrix', () => {
  it('has every query and mutation, and none that is gone', () => {
    expect(Object.keys(accessMatrix).sort()).toEqual(names.sort());
    expect(Object.keys(given).sort()).toEqual(names.sort());
  });

  it('says the same as the roles that each operation declares', () => {
    const { queries, mutations } = getMetadataStorage();
    const roleOf: Partial<Record<Actor, string>> = {
      anonymous: 'visitor',
      owner: 'client',
      admin: 'admin',
      service: 'service',
    };
    const isRefused = (name: string, actor: Actor) =>
      ['FORBIDDEN', 'UNAUTHENTICATED'].includes(access[accessMatrix[name]!.access][actor]);
    for (const [root, operations] of [
      ['Query', queries],
      ['Mutation', mutations],
    ] as const) {
      for (const { schemaName, roles = [] } of operations) {
        for (const [actor, role] of Object.entries(roleOf) as [Actor, string][]) {
          if (!(roles as unknown[]).includes(role))
            expect([schemaName, actor, isRefused(`${root}.${schemaName}`, actor)]).toEqual([schemaName, actor, true]);
        }
      }
    }
  });

  it('names all that anybody may call and that sees more than its caller', () => {
    const { middlewares } = getMetadataStorage() as unknown as { middlewares: { fieldName: string }[] };
    expect([...new Set(middlewares.map(({ fieldName }) => fieldName))].sort()).toEqual([
      ...[
        'acceptAdminInvitation',
        'changePassword',
        'dashboardAccess',
        'signIn',
        'signInClient',
        'signOut',
        'signOutClient',
        'submitLead',
        'visitLanding',
      ],
    ]);
  });

  describe('over GraphQL', () => {
    let server: TestServer;
    let callers: Callers;
    const victims = {} as Record<'owner' | 'inactive' | 'open' | 'neighbour', Victim>;

    beforeAll(async () => {
      server = await startTestServer({ rateLimits: false });
      for (const [who, authEnabled] of [
        ['owner', true],
        ['neighbour', true],
        ['inactive', true],
        ['open', false],
      ] as const) {
        victims[who] = await fillVictim(server, await makeVictimClient(server, authEnabled));
      }
      // Sessions of before, so that what is judged is what they are worth now; a row that was put back is what a fault would leave.
      const inactive = await cookieOf(server, 'signInClient', victims.inactive.login);
      const kept = await server.dataSource.query<{ token_hash: string }[]>(
        'SELECT * FROM sessions WHERE client_id = $1',
        [victims.inactive.client],
      );
      await server.admin(UpdateClientDocument, { id: victims.inactive.client, input: { status: 'inactive' } });
      for (const { token_hash: hash } of kept) {
        await server.dataSource.query(
          `INSERT INTO sessions (token_hash, client_id, expires_at) VALUES ($1, $2, now() + interval '1 day') ON CONFLICT DO NOTHING`,
          [hash, victims.inactive.client],
        );
      }
      const expired = await cookieOf(server, 'signInClient', victims.owner.login);
      await server.dataSource.query(
        `UPDATE sessions SET expires_at = now() - interval '1 second' WHERE client_id = $1`,
        [victims.owner.client],
      );
      callers = callersOf(server, {
        owner: () => cookieOf(server, 'signInClient', victims.owner.login),
        neighbour: () => cookieOf(server, 'signInClient', victims.neighbour.login),
        inactive: () => Promise.resolve(inactive),
        expired: () => Promise.resolve(expired),
      });
    }, 60_000);
    afterAll(() => server.stop());

    const victimOf = (actor: Actor) =>
      actor === 'inactive' ? victims.inactive : actor === 'link' ? victims.open : victims.owner;
    const cells = names.flatMap((name) =>
      actors.map((actor) => ({ name, actor, answer: access[accessMatrix[name]!.access][actor] })),
    );

    it.each(cells.filter(({ answer }) => answer !== 'ok'))(
      '$name answers $actor $answer, says nothing and changes nothing',
      async ({ name, actor, answer }) => {
        const victim = victimOf(actor);
        const before = await stateOf(server);
        const { text, code } = await callers[actor](name, operationOf(schema, name), given[name]!(victim, 'none'));
        expect(`${code} ${code === answer ? '' : text}`).toBe(`${answer} `);
        expect(text).not.toContain(victim.mark);
        expect(await stateOf(server)).toBe(before);
      },
    );

    const steps = [{ delayMinutes: 5, message: 'Mine' }];
    const foreign: Record<string, [name: string, variables: (own: Victim, other: Victim) => Record<string, unknown>]> =
      {
        'a campaign in a new sequence': [
          'Mutation.createSequence',
          (own, other) => ({
            clientId: own.client,
            input: { name: 'Mine', campaignId: other.campaign, triggerEvent: 'lead_created', steps },
          }),
        ],
        'a campaign in a changed sequence': [
          'Mutation.updateSequence',
          (own, other) => ({ id: own.sequence, input: { campaignId: other.campaign } }),
        ],
        'a sequence in a rehearsal': [
          'Query.rehearsal',
          (own, other) => ({
            clientId: own.client,
            input: { sequenceId: other.sequence, arrivesAt: '2026-06-01T12:00' },
          }),
        ],
        'a campaign in a rehearsal': [
          'Query.rehearsal',
          (own, other) => ({
            clientId: own.client,
            input: { campaignId: other.campaign, steps, arrivesAt: '2026-06-01T12:00' },
          }),
        ],
        'a client in set-path': [
          'Mutation.setObjectPath',
          (own, other) => ({ input: { clientId: other.client, objectURL: own.uploadURL, fileName: 'mine.png' } }),
        ],
        'an upload in set-path': [
          'Mutation.setObjectPath',
          (own, other) => ({ input: { clientId: own.client, objectURL: other.uploadURL, fileName: 'mine.png' } }),
        ],
        'a picture in a campaign': [
          'Mutation.updateCampaign',
          (own, other) => ({ id: own.campaign, input: { logoImageUrl: other.logo } }),
        ],
        'a campaign as a filter of leads': [
          'Query.leads',
          (own, other) => ({ clientId: own.client, campaignId: other.campaign }),
        ],
        'a campaign as a filter of spam': [
          'Query.spamLeads',
          (own, other) => ({ clientId: own.client, campaignId: other.campaign }),
        ],
        'a campaign as a filter of the export': [
          'Query.leadsCsv',
          (own, other) => ({ clientId: own.client, campaignId: other.campaign }),
        ],
      };

    it.each(Object.entries(foreign))('takes nothing of another client by %s', async (_, [name, variables]) => {
      const before = await stateOf(server);
      const { text } = await callers.neighbour(
        name,
        operationOf(schema, name),
        variables(victims.neighbour, victims.owner),
      );
      expect(text).not.toContain(victims.owner.mark);
      expect(await stateOf(server)).toBe(before);
    });

    const forbidden = {
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
      ['Mutation.setObjectPath', { clientId: 'known' }],
      ['Mutation.createWebhook', {}],
      ['Mutation.updateWebhook', {}],
    ];
    const smuggled = inputs.flatMap(([name, known]) =>
      Object.entries(forbidden).flatMap(([field, value]) => (field in known ? [] : [{ name, field, value }])),
    );

    it.each(smuggled)('$name refuses $field from its own client', async ({ name, field, value }) => {
      const before = await stateOf(server);
      const variables = given[name]!(victims.owner, '') as { input: object };
      const { code } = await callers.owner(name, operationOf(schema, name), {
        ...variables,
        input: { ...variables.input, [field]: value },
      });
      expect(code).toBe('BAD_USER_INPUT');
      expect(await stateOf(server)).toBe(before);
    });

    it.each(cells.filter(({ answer }) => answer === 'ok'))('$name lets $actor in', async ({ name, actor }) => {
      const isChange = name.startsWith('Mutation.') && accessMatrix[name]!.access !== 'public';
      const known = victimOf(actor);
      const needsLogin = actor === 'inactive' || name === 'Mutation.signInClient';
      const made = needsLogin || name === 'Mutation.deleteClient' ? await makeVictimClient(server, true) : known;
      const victim = isChange || made !== known ? await fillVictim(server, made) : known;
      // Only who asked for an upload's address may take it further.
      if (name === 'Mutation.setObjectPath') victim.uploadURL = await putAs(server, callers[actor], victim.client);
      const invitation = name === 'Mutation.acceptAdminInvitation' ? await invite(callers) : '';
      const { text, code } = await callers[actor](name, operationOf(schema, name), given[name]!(victim, invitation));
      const expected = admitted[name] ?? 'ok';
      expect(`${code} ${code === expected ? '' : text}`).toBe(`${expected} `);
      expect(text).not.toMatch(secret);
    });
  });
});

async function putAs(server: TestServer, call: Callers[Actor], clientId: string): Promise<string> {
  const { text } = await call('', 'mutation ($clientId: ID) { createUpload(clientId: $clientId) { uploadURL } }', {
    clientId,
  });
  const { uploadURL } = (JSON.parse(text) as { data: { createUpload: { uploadURL: string } } }).data.createUpload;
  await put(server, uploadURL, new Uint8Array(png()));
  return uploadURL;
}

async function invite(callers: Callers): Promise<string> {
  const { text } = await callers.admin('', 'mutation { createAdminInvitation { link } }', {});
  return (
    JSON.parse(text) as { data: { createAdminInvitation: { link: string } } }
  ).data.createAdminInvitation.link.split('#')[1]!;
}
