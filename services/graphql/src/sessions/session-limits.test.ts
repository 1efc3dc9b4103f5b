import {
  CurrentUserDocument,
  DeleteClientDocument,
  SignInClientDocument,
  SignInDocument,
  SignOutClientDocument,
  UpdateClientDocument,
  ViewerDocument,
} from '../testing/operations/generated';
import { request } from '@dripline/runtime/http/request';
import { createClient } from '../testing/fixtures';
import { ADMIN, startTestServer, type TestServer } from '../testing/test-server';

describe('a session', () => {
  let server: TestServer;
  let own: string;
  beforeAll(async () => {
    server = await startTestServer();
    own = (await server.dataSource.query<{ token_hash: string }[]>('SELECT token_hash FROM sessions'))[0]!.token_hash;
  });
  afterAll(() => server.stop());

  const cookieOf = ({ headers }: { headers: Headers }) => headers.getSetCookie()[0]!.split(';')[0]!;
  const signIn = async () => cookieOf(await request(server.url, SignInDocument, ADMIN));
  const accountOf = (cookie: string) =>
    server
      .visitor(ViewerDocument, {}, { cookie })
      .then(({ viewer }) => viewer.user?.username ?? viewer.client?.username ?? null);
  const signInClient = async (login: { username: string; password: string }) =>
    cookieOf(await request(server.url, SignInClientDocument, login));
  /** All sessions except that of the test's own administrator. */
  const age = (change: string) =>
    server.dataSource.query(`UPDATE sessions SET ${change} WHERE token_hash <> $1`, [own]);

  it('of a client lasts a week, in a cookie that is sent with links to the dashboard', async () => {
    const { login } = await createClient(server);
    const { headers } = await request(server.url, SignInClientDocument, login);
    expect(headers.getSetCookie()[0]).toMatch(
      /^client_session=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
    );
  });

  it('has a cookie over https that no other host can set', async () => {
    const secure = await startTestServer({ publicUrl: 'https://leads.example.com' });
    try {
      const { headers } = await request(secure.url, SignInDocument, ADMIN);
      const cookie = headers.getSetCookie()[0]!;
      expect(cookie).toMatch(
        /^__Host-admin_session=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      );
      const token = cookie.split(/[=;]/)[1]!;
      expect(
        (await secure.visitor(ViewerDocument, {}, { cookie: `__Host-admin_session=${token}` })).viewer.user?.username,
      ).toBe('admin');
      expect((await secure.visitor(ViewerDocument, {}, { cookie: `admin_session=${token}` })).viewer.user).toBeNull();
    } finally {
      await secure.stop();
    }
  });

  it('of an administrator expires after 30 minutes without use, and any request counts as use', async () => {
    const cookie = await signIn();
    await age(`last_seen_at = now() - interval '29 minutes'`);
    expect(await accountOf(cookie)).toBe('admin');
    await age(`last_seen_at = last_seen_at - interval '29 minutes'`);
    expect(await accountOf(cookie)).toBe('admin');
    await age(`last_seen_at = now() - interval '31 minutes'`);
    expect(await accountOf(cookie)).toBeNull();
    await expect(server.visitor(CurrentUserDocument, {}, { cookie })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });

  it('of an administrator expires after twelve hours, even if used', async () => {
    const cookie = await signIn();
    await age(`created_at = now() - interval '13 hours', last_seen_at = now()`);
    expect(await accountOf(cookie)).toBeNull();
    const next = await signIn();
    await age(`expires_at = now() - interval '1 second'`);
    expect(await accountOf(next)).toBeNull();
  });

  it('of a client does not expire when idle until its week is over', async () => {
    const { login } = await createClient(server);
    const cookie = await signInClient(login);
    await age(`last_seen_at = now() - interval '6 days', created_at = now() - interval '6 days'`);
    expect(await accountOf(cookie)).toBe(login.username);
    await age(`expires_at = now() - interval '1 second'`);
    expect(await accountOf(cookie)).toBeNull();
  });

  it('is updated at most once a minute', async () => {
    const cookie = await signIn();
    const version = async () =>
      (
        await server.dataSource.query<{ xmin: string }[]>('SELECT xmin FROM sessions ORDER BY created_at DESC LIMIT 1')
      )[0]!.xmin;
    const before = await version();
    await accountOf(cookie);
    expect(await version()).toBe(before);
    await age(`last_seen_at = now() - interval '61 seconds'`);
    const old = await version();
    await accountOf(cookie);
    const used = await version();
    expect(used).not.toBe(old);
    await accountOf(cookie);
    expect(await version()).toBe(used);
  });

  it('cannot be fixated: a token that was not issued is invalid before and after a sign-in', async () => {
    const planted = `admin_session=${'a'.repeat(43)}`;
    const given = cookieOf(await request(server.url, SignInDocument, ADMIN, { headers: { cookie: planted } }));
    expect(given).not.toBe(planted);
    expect(await accountOf(planted)).toBeNull();
  });

  it.each([
    [{ status: 'inactive' as const }, { status: 'active' as const }],
    [{ authEnabled: false }, { authEnabled: true }],
    [{ password: 'another password' }, {}],
  ])('of a client ends at once with %j, and stays ended after %j', async (change, back) => {
    const client = await createClient(server);
    const cookies = [await signInClient(client.login), await signInClient(client.login)];
    expect(await Promise.all(cookies.map(accountOf))).toEqual([client.login.username, client.login.username]);
    await server.admin(UpdateClientDocument, { id: client.id, input: change });
    expect(await Promise.all(cookies.map(accountOf))).toEqual([null, null]);
    await server.admin(UpdateClientDocument, { id: client.id, input: back });
    expect(await Promise.all(cookies.map(accountOf))).toEqual([null, null]);
  });

  it('of a client ends when it signs out or is deleted, and other sessions continue', async () => {
    const client = await createClient(server);
    const [one, two] = [await signInClient(client.login), await signInClient(client.login)];
    await server.visitor(SignOutClientDocument, {}, { cookie: one });
    expect([await accountOf(one), await accountOf(two)]).toEqual([null, client.login.username]);
    await server.admin(UpdateClientDocument, { id: client.id, input: { businessName: 'Renamed' } });
    expect(await accountOf(two)).toBe(client.login.username);
    await server.admin(DeleteClientDocument, { id: client.id });
    expect(await accountOf(two)).toBeNull();
  });
});
