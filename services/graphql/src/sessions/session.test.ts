import {
  ClientsDocument,
  CurrentUserDocument,
  SignInClientDocument,
  SignInDocument,
  SignOutDocument,
  UpdateClientDocument,
} from '../testing/operations/generated';
import { request } from '@dripline/runtime/request';
import { makeClient } from '../testing/make';
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

  it('signs an administrator in with a cookie that scripts and other sites cannot use', async () => {
    const { data, headers } = await signIn('ADMIN', ADMIN.password);
    expect(data.signIn).toEqual({ id: expect.any(String), username: 'admin', role: 'admin' });
    expect(headers.getSetCookie()[0]).toMatch(
      /^dripline_session=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/,
    );
  });

  it('gives a new session id at every sign-in and ends the old one', async () => {
    const cookieOf = (reply: Awaited<ReturnType<typeof signIn>>) => reply.headers.getSetCookie().at(-1)!.split(';')[0]!;
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

  it('keeps no token and no password in readable form', async () => {
    const { headers } = await signIn(ADMIN.username, ADMIN.password);
    const token = headers.getSetCookie()[0]!.split(/[=;]/)[1]!;
    const kept = JSON.stringify([
      await server.dataSource.query('SELECT * FROM sessions'),
      await server.dataSource.query('SELECT * FROM users'),
    ]);
    expect(kept).not.toContain(token);
    expect(kept).not.toContain(ADMIN.password);
    expect(kept).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
  });

  it('answers the same for a wrong password and for an account that does not exist', async () => {
    const refusal = { code: 'UNAUTHENTICATED', message: 'Invalid credentials' };
    await expect(signIn(ADMIN.username, 'wrong', '10.0.0.1')).rejects.toMatchObject(refusal);
    await expect(signIn('nobody', 'wrong', '10.0.0.1')).rejects.toMatchObject(refusal);
  });

  it('names the empty fields of a sign-in and does not repeat its password', async () => {
    const refusal = await signIn('', 'a password nobody may see').catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { username: 'Please enter both username and password' },
    });
    expect(JSON.stringify(refusal)).not.toContain('nobody may see');
  });

  it('tells an inactive client so, after the right password only', async () => {
    const client = await makeClient(server);
    await server.admin(UpdateClientDocument, { id: client.id, input: { status: 'inactive' } });
    const attempt = (password: string) =>
      server.visitor(SignInClientDocument, { username: client.login.username, password });
    await expect(attempt(client.login.password)).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'This account is inactive',
    });
    await expect(attempt('wrong')).rejects.toMatchObject({ code: 'UNAUTHENTICATED', message: 'Invalid credentials' });
  });

  it('refuses a change that a browser sends from another site, whatever its cookie', async () => {
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
