import { accessLevels, accessMatrix, type Actor } from '@dripline/contract/access-matrix';
import { AGENCY, CLIENT } from './secure-table';
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

const schema = createSchema();
const names = Object.keys(accessMatrix);
/** Returns the first actor that may call the operation. */
const actorOf = (name: string) =>
  (['admin', 'owner', 'worker', 'landing', 'anonymous'] as Actor[]).find(
    (actor) => accessLevels[accessMatrix[name]!.access][actor] === 'ok',
  )!;
/** Matches internals of Postgres, the driver and Node.js. */
const internals =
  /permission denied|relation|violates|constraint|duplicate key|SELECT |INSERT |UPDATE "|DELETE |dripline_|node_modules|\.ts:\d|\.js:\d|QueryFailed|stack|driverError|42501/;
/** Operations that do not need the revoked privileges. */
const unaffected = ['Query.system', 'Query.viewer', 'Query.currentUser', 'Mutation.signOut', 'Mutation.signOutClient'];

describe('a server whose database rejects its statements', () => {
  let server: TestServer;
  let callers: Callers;
  let target: ClientFixture;

  beforeAll(async () => {
    server = await startTestServer({ rateLimits: false });
    target = await fillFixture(server, await createFixtureClient(server, true));
    const cookies = {
      owner: await signInForCookie(server, 'signInClient', target.login),
      admin: await signInForCookie(server, 'signIn', { username: 'admin', password: 'correct horse battery' }),
    };
    const none = () => Promise.resolve('');
    callers = createCallers(server, {
      owner: () => Promise.resolve(cookies.owner),
      staff: none,
      otherClient: none,
      inactive: none,
      expired: none,
    });
    callers.admin = createCallers(server, {
      owner: () => Promise.resolve(cookies.admin),
      staff: none,
      otherClient: none,
      inactive: none,
      expired: none,
    }).owner;
    await server.dataSource.query(
      `REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${AGENCY}, ${CLIENT}; GRANT SELECT, UPDATE ON sessions, users TO ${AGENCY}; GRANT INSERT, UPDATE ON audit_entries TO ${AGENCY}; GRANT SELECT (id) ON audit_entries TO ${AGENCY}`,
    );
  }, 60_000);
  afterAll(() => server.stop());

  it.each(names.filter((name) => !unaffected.includes(name)))(
    'reports an internal error for %s without revealing details',
    async (name) => {
      const before = await digestDatabase(server);
      const { text, code } = await callers[actorOf(name)](
        name,
        buildOperation(schema, name),
        variablesOf(name)(target, 'none'),
      );
      expect([name, code]).toEqual([name, 'INTERNAL_SERVER_ERROR']);
      expect(text).not.toMatch(internals);
      expect(text).not.toContain(target.marker);
      expect(await digestDatabase(server)).toBe(before);
    },
  );

  it('would be caught if it revealed the error of Postgres', async () => {
    await expect(server.dataSource.query(`SET ROLE ${CLIENT}; SELECT * FROM leads`)).rejects.toThrow(internals);
  });
});
