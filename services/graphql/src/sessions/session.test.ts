import {
  ClientsDocument,
  CurrentUserDocument,
  SignInClientDocument,
  SignInDocument,
  SignOutDocument,
  UpdateClientDocument,
} from '../testing/operations/generated';
import { request } from '@dripline/runtime/http/request';
import { createClient } from '../testing/fixtures';
import { ADMIN, startTestServer, type TestServer } from '../testing/test-server';

describe('sessions', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  const signIn = (username: string, password: string, address = '10.9.9.9', cookie?: string) =>
    request(
      server.url,
      SignInDocument,
      { username, password },
      { headers: { 'x-forwarded-for': address, ...(cookie ? { cookie } : {}) } },
    );

  it('use a cookie for administrators that scripts and other sites cannot use', async () => {
    const { data, headers } = await signIn('ADMIN', ADMIN.password);
    expect(data.signIn).toEqual({ id: expect.any(String), username: 'admin', role: 'admin' });
    expect(headers.getSetCookie()[0]).toMatch(
      /^admin_session=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/,
    );
  });

  it('get a new id at every sign-in, and the old session ends', async () => {
    const cookieOf = (reply: Awaited<ReturnType<typeof signIn>>) => reply.headers.getSetCookie()[0]!.split(';')[0]!;
    const first = cookieOf(await signIn(ADMIN.username, ADMIN.password));
    const second = cookieOf(await signIn(ADMIN.username, ADMIN.password, '10.9.9.9', first));
    expect(second).not.toBe(first);
    await expect(server.visitor(CurrentUserDocument, {}, { cookie: first })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    await server.visitor(SignOutDocument, {}, { cookie: second });
    await expect(server.visitor(CurrentUserDocument, {}, { cookie: second })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });

  it('are stored without readable tokens or passwords', async () => {
    const { headers } = await signIn(ADMIN.username, ADMIN.password);
    const token = headers.getSetCookie()[0]!.split(/[=;]/)[1]!;
    const storedRows = JSON.stringify([
      await server.dataSource.query('SELECT * FROM sessions'),
      await server.dataSource.query('SELECT * FROM users'),
    ]);
    expect(storedRows).not.toContain(token);
    expect(storedRows).not.toContain(ADMIN.password);
    expect(storedRows).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
  });

  it('fail with the same error for a wrong password and for an unknown account', async () => {
    const error = { code: 'UNAUTHENTICATED', message: 'Invalid credentials' };
    await expect(signIn(ADMIN.username, 'wrong', '10.0.0.1')).rejects.toMatchObject(error);
    await expect(signIn('nobody', 'wrong', '10.0.0.1')).rejects.toMatchObject(error);
  });

  it('name the empty fields of a sign-in without repeating the password', async () => {
    const error = await signIn('', 'a password nobody may see').catch((error: unknown) => error);
    expect(error).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { username: 'Please enter both username and password' },
    });
    expect(JSON.stringify(error)).not.toContain('nobody may see');
  });

  it('reveal that a client is inactive only after the correct password', async () => {
    const client = await createClient(server);
    await server.admin(UpdateClientDocument, { id: client.id, input: { status: 'inactive' } });
    const attempt = (password: string) =>
      server.visitor(SignInClientDocument, { username: client.login.username, password });
    await expect(attempt(client.login.password)).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'This account is inactive. Ask your agency to activate it.',
    });
    await expect(attempt('wrong')).rejects.toMatchObject({ code: 'UNAUTHENTICATED', message: 'Invalid credentials' });
  });

  it('reject a mutation that a browser sends from another site, even with a valid cookie', async () => {
    for (const headers of <Record<string, string>[]>[
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://elsewhere.example' },
    ]) {
      await expect(server.admin(SignOutDocument, {}, headers)).rejects.toMatchObject({ code: 'FORBIDDEN' });
      await expect(server.admin(ClientsDocument, {}, headers)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    }
    await expect(server.admin(ClientsDocument, {}, { origin: 'http://localhost:8080' })).resolves.toBeDefined();
  });
});
