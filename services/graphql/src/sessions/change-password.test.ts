import {
  ChangePasswordDocument,
  SignInClientDocument,
  SignInDocument,
  ViewerDocument,
} from '../testing/operations/generated';
import { request } from '@dripline/runtime/http/request';
import { createClient } from '../testing/fixtures';
import { ADMIN, startTestServer, type TestServer } from '../testing/test-server';

describe('changing a password', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  const cookieOf = ({ headers }: { headers: Headers }) => headers.getSetCookie()[0]!.split(';')[0]!;
  const accountOf = (cookie: string) =>
    server
      .visitor(ViewerDocument, {}, { cookie })
      .then(({ viewer }) => viewer.user?.username ?? viewer.client?.username ?? null);
  const change = (cookie: string, currentPassword: string, newPassword: string, address = '10.0.0.1') =>
    request(
      server.url,
      ChangePasswordDocument,
      { currentPassword, newPassword },
      { headers: { cookie, 'x-forwarded-for': address } },
    );

  it('requires the current one, and limits wrong attempts like sign-ins', async () => {
    const { login } = await createClient(server);
    const cookie = cookieOf(await request(server.url, SignInClientDocument, login));
    for (let n = 0; n < 5; n += 1)
      await expect(change(cookie, `guess ${n}`, 'a password of mine', '10.0.0.2')).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { currentPassword: 'This is not your current password.' },
      });
    await expect(change(cookie, login.password, 'a password of mine', '10.0.0.2')).rejects.toMatchObject({
      code: 'RATE_LIMITED',
    });
    await expect(
      request(server.url, SignInClientDocument, login, { headers: { 'x-forwarded-for': '10.0.0.2' } }),
    ).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(await accountOf(cookie)).toBe(login.username);
  });

  it('requires a new password that follows the rules and differs from the current one', async () => {
    const { login } = await createClient(server);
    const cookie = cookieOf(await request(server.url, SignInClientDocument, login));
    for (const password of ['short', 'Password2026!', login.password])
      await expect(change(cookie, login.password, password)).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { newPassword: expect.any(String) },
      });
    await expect(
      server.visitor(ChangePasswordDocument, { currentPassword: 'any at all', newPassword: 'a password of mine' }),
    ).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  // The administrator comes last, because the change ends the session of the test itself.
  it.each(['client', 'admin'] as const)(
    'of a %s ends the other sessions, issues a new cookie, and changes the password for sign-ins',
    async (who) => {
      const { login } = await createClient(server);
      const [document, credentials] =
        who === 'admin' ? ([SignInDocument, ADMIN] as const) : ([SignInClientDocument, login] as const);
      const signIn = (password: string) =>
        request(server.url, document as typeof SignInDocument, { username: credentials.username, password });
      const [here, elsewhere, bystander] = [
        cookieOf(await signIn(credentials.password)),
        cookieOf(await signIn(credentials.password)),
        (await createClient(server)).call,
      ];
      const next = `${credentials.password}, changed`;
      const now = cookieOf(await change(here, credentials.password, next));
      expect([await accountOf(now), await accountOf(here), await accountOf(elsewhere)]).toEqual([
        credentials.username,
        null,
        null,
      ]);
      expect((await bystander(ViewerDocument, {})).viewer.client).not.toBeNull();
      await expect(signIn(credentials.password)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
      await expect(signIn(next)).resolves.toBeDefined();
      await change(now, next, credentials.password);
    },
  );
});
