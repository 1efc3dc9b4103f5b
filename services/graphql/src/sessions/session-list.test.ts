import { request } from '@dripline/runtime/http/request';
import { createClient } from '../testing/fixtures';
import {
  AccountSecurityDocument,
  DeleteOtherSessionsDocument,
  DeleteSessionDocument,
  SignInClientDocument,
  ViewerDocument,
} from '../testing/operations/generated';
import { startTestServer, type TestServer } from '../testing/test-server';
import { describeDevice } from './describe-device';

const CHROME =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

describe('the list of sessions', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  type Login = { username: string; password: string };

  async function signIn(login: Login, userAgent = CHROME, address = '203.0.113.77') {
    const headers = { 'user-agent': userAgent, 'x-forwarded-for': address };
    const answer = await request(server.url, SignInClientDocument, login, { headers });
    const cookie = answer.headers.getSetCookie()[0]!.split(';')[0]!;
    return {
      cookie,
      list: async () => (await server.visitor(AccountSecurityDocument, {}, { cookie })).accountSecurity.sessions,
      isSignedIn: async () => (await server.visitor(ViewerDocument, {}, { cookie })).viewer.client !== null,
    };
  }

  it('shows device, network, start and last use of each session of the account', async () => {
    const [{ login, id }, other] = [await createClient(server), await createClient(server)];
    await server.dataSource.query('DELETE FROM sessions WHERE client_id = $1', [id]);
    await signIn(other.login);
    const [first, second] = [await signIn(login), await signIn(login, 'curl/8.5.0', '2001:db8:1:2::5')];
    const sessions = await second.list();
    expect(sessions).toHaveLength(2);
    expect(sessions).toContainEqual({
      id: expect.any(String),
      device: 'Chrome on macOS',
      network: '203.0.113.0/24',
      createdAt: expect.any(String),
      lastSeenAt: expect.any(String),
      isCurrent: false,
    });
    expect(sessions).toContainEqual(
      expect.objectContaining({ device: 'curl', network: '2001:db8:1::/48', isCurrent: true }),
    );
    expect(JSON.stringify(sessions)).not.toContain(first.cookie.split('=')[1]);
  });

  it('signs out one session, or all others, of the own account only', async () => {
    const [{ login }, other] = [await createClient(server), await createClient(server)];
    const [one, two, three] = [await signIn(login), await signIn(login), await signIn(login)];
    const [foreign] = await (await signIn(other.login)).list();
    const deleteAs = (id: string) => server.visitor(DeleteSessionDocument, { id }, { cookie: one.cookie });
    await expect(deleteAs(foreign!.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const [current] = (await two.list()).filter(({ isCurrent }) => isCurrent);
    await deleteAs(current!.id);
    expect(await Promise.all([one, two, three].map(({ isSignedIn }) => isSignedIn()))).toEqual([true, false, true]);
    await server.visitor(DeleteOtherSessionsDocument, {}, { cookie: one.cookie });
    expect(await Promise.all([one, three].map(({ isSignedIn }) => isSignedIn()))).toEqual([true, false]);
    expect((await other.call(ViewerDocument, {})).viewer.client).not.toBeNull();
  });

  it('records the last use of a client’s session at most once a minute', async () => {
    const { login, id } = await createClient(server);
    const session = await signIn(login);
    await server.dataSource.query(
      `UPDATE sessions SET last_seen_at = now() - interval '2 minutes' WHERE client_id = $1`,
      [id],
    );
    const before = Date.now() - 60_000;
    const sessions = await session.list();
    const { lastSeenAt } = sessions.find(({ isCurrent }) => isCurrent)!;
    expect(Date.parse(lastSeenAt)).toBeGreaterThan(before);
  });

  it.each([
    [CHROME, 'Chrome on macOS'],
    [`${CHROME} Edg/141.0.0.0`, 'Edge on macOS'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    ['', 'Unknown device'],
  ])('describes %s as %s', (userAgent, device) => expect(describeDevice(userAgent)).toBe(device));
});
