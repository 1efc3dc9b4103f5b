import {
  AccountSecurityDocument,
  ChangePasswordDocument,
  ClientsDocument,
  LeadsDocument,
  SignInClientDocument,
  SignInDocument,
  SignOutClientDocument,
  SignOutDocument,
  UpdateClientDocument,
  ViewerDocument,
} from '../testing/operations/generated';
import { SESSION_HEADER } from '@dripline/contract/sessions';
import { request } from '@dripline/runtime/http/request';
import { createClient } from '../testing/fixtures';
import { openStream } from '../testing/open-stream';
import { ADMIN, startTestServer, type TestServer } from '../testing/test-server';

describe('an administrator and a client in one browser', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  /** A browser: it keeps the cookies of all responses and sends them with each request. */
  function openBrowser() {
    const cookies = new Map<string, string>();
    const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const send: typeof request = async (url, document, variables, { headers = {} } = {}) => {
      const answer = await request(url, document, variables, { headers: { ...headers, cookie: cookie() } });
      for (const line of answer.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
        if (/Max-Age=0;/.test(line)) cookies.delete(name!);
        else cookies.set(name!, value!);
      }
      return answer;
    };
    const as = (role?: string): { headers: Record<string, string> } => ({
      headers: role === undefined ? {} : { [SESSION_HEADER]: role },
    });
    const viewerAs = async (role?: string) => {
      const { viewer } = (await send(server.url, ViewerDocument, {}, as(role))).data;
      return viewer.user?.username ?? viewer.client?.username ?? null;
    };
    return { cookies, cookie, send, as, viewerAs };
  }

  async function signInBoth() {
    const browser = openBrowser();
    const client = await createClient(server);
    const { username } = client.login;
    await browser.send(server.url, SignInDocument, ADMIN);
    await browser.send(server.url, SignInClientDocument, client.login);
    expect([await browser.viewerAs('admin'), await browser.viewerAs('client')]).toEqual(['admin', username]);
    return { ...browser, client, username };
  }

  it('have two cookies, and a sign-out or sign-in of one does not end the session of the other', async () => {
    const { cookies, send, viewerAs, client, username } = await signInBoth();
    expect([...cookies.keys()]).toEqual(['admin_session', 'device', 'client_session']);
    await send(server.url, SignOutDocument, {});
    expect([await viewerAs('admin'), await viewerAs('client')]).toEqual([null, username]);
    await send(server.url, SignInDocument, ADMIN);
    expect([await viewerAs('admin'), await viewerAs('client')]).toEqual(['admin', username]);
    await send(server.url, SignOutClientDocument, {});
    expect([await viewerAs('admin'), await viewerAs('client')]).toEqual(['admin', null]);
    await send(server.url, SignInClientDocument, client.login);
    expect([await viewerAs('admin'), await viewerAs('client')]).toEqual(['admin', username]);
  });

  it('keep their sessions when the other one expires, is deactivated or changes the password', async () => {
    const { send, as, viewerAs, client, username } = await signInBoth();
    await server.dataSource.query(
      `UPDATE sessions SET last_seen_at = now() - interval '31 minutes' WHERE user_id IS NOT NULL AND created_at = (SELECT max(created_at) FROM sessions WHERE user_id IS NOT NULL)`,
    );
    expect([await viewerAs('admin'), await viewerAs('client')]).toEqual([null, username]);
    await send(server.url, SignInDocument, ADMIN);
    const passwords = { currentPassword: client.login.password, newPassword: 'a new and better one' };
    await send(server.url, ChangePasswordDocument, passwords, as('client'));
    expect([await viewerAs('admin'), await viewerAs('client')]).toEqual(['admin', username]);
    await server.admin(UpdateClientDocument, { id: client.id, input: { status: 'inactive' } });
    expect([await viewerAs('admin'), await viewerAs('client')]).toEqual(['admin', null]);
  });

  it('act by the header only with the rights of that role', async () => {
    const { send, as, client } = await signInBoth();
    const other = await createClient(server);
    const codeOf = (sent: Promise<unknown>) =>
      sent.then(
        () => 'ok',
        (error: { code: string }) => error.code,
      );
    const list = (role?: string) => codeOf(send(server.url, ClientsDocument, {}, as(role)));
    const leads = (clientId: string, role?: string) =>
      codeOf(send(server.url, LeadsDocument, { clientId, limit: 1 }, as(role)));
    expect([await list('admin'), await list('client')]).toEqual(['ok', 'FORBIDDEN']);
    expect([await leads(other.id, 'admin'), await leads(other.id, 'client')]).toEqual(['ok', 'NOT_FOUND']);
    expect([await leads(client.id, 'admin'), await leads(client.id, 'client')]).toEqual(['ok', 'ok']);
    await send(server.url, SignOutDocument, {});
    expect([await list('admin'), await leads(client.id, 'admin')]).toEqual(['UNAUTHENTICATED', 'UNAUTHENTICATED']);
    await send(server.url, SignInDocument, ADMIN);
    await send(server.url, SignOutClientDocument, {});
    expect([await list('client'), await leads(client.id, 'client')]).toEqual(['UNAUTHENTICATED', 'UNAUTHENTICATED']);
  });

  it('act without the header as the one that is signed in, and else as the client, or in the order of the header', async () => {
    const { send, viewerAs, username } = await signInBoth();
    expect(await viewerAs()).toBe(username);
    expect([await viewerAs('admin, client'), await viewerAs('client,admin')]).toEqual(['admin', username]);
    await send(server.url, SignOutClientDocument, {});
    expect([await viewerAs(), await viewerAs('client, admin')]).toEqual(['admin', 'admin']);
    await expect(viewerAs('owner')).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      message: 'Session-Role must be admin, client, or both in the order of preference.',
    });
  });

  it('count a token only in the cookie of its role', async () => {
    const { cookies, viewerAs } = await signInBoth();
    const [admin, client] = ['admin_session', 'client_session'] as const;
    const [adminToken, clientToken] = [cookies.get(admin)!, cookies.get(client)!];
    cookies.set(admin, clientToken).set(client, adminToken);
    expect([await viewerAs(), await viewerAs('admin'), await viewerAs('client')]).toEqual([null, null, null]);
  });

  it('list and end only the sessions of the account that the request acts as', async () => {
    const { send, as } = await signInBoth();
    const sessionsAs = async (role: string) =>
      (await send(server.url, AccountSecurityDocument, {}, as(role))).data.accountSecurity.sessions;
    const [ofAdmin, ofClient] = [await sessionsAs('admin'), await sessionsAs('client')];
    for (const sessions of [ofAdmin, ofClient]) expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    const shared = ofAdmin.filter(({ id }) => ofClient.some((other) => other.id === id));
    expect(shared).toEqual([]);
  });

  it('open streams with the session that the header selects', async () => {
    const { cookie, as, send, client } = await signInBoth();
    const other = await createClient(server);
    const query = 'subscription ($id: ID!) { leadCreated(clientId: $id) { cursor } }';
    const open = (role: string, id: string) =>
      openStream(server.url, { cookie: cookie(), ...as(role).headers }, query, { id });
    const [forAdmin, forClient] = [await open('admin', other.id), await open('client', client.id)];
    await Promise.all([forAdmin.ready(), forClient.ready()]);
    expect((await open('client', other.id)).refusal?.errors[0]?.extensions.code).toBe('NOT_FOUND');
    await send(server.url, SignOutDocument, {});
    expect((await open('admin', client.id)).refusal?.errors[0]?.extensions.code).toBe('UNAUTHENTICATED');
    const afterwards = await open('client', client.id);
    await afterwards.ready();
    for (const stream of [forAdmin, forClient, afterwards]) stream.close();
  });

  it('stay signed in with the cookies of an earlier release', async () => {
    const { cookies, viewerAs, username } = await signInBoth();
    const former = openBrowser();
    for (const name of ['admin_session', 'client_session']) former.cookies.set(`dripline_${name}`, cookies.get(name)!);
    expect([await former.viewerAs('admin'), await former.viewerAs('client')]).toEqual(['admin', username]);
    await former.send(server.url, SignInDocument, ADMIN);
    await former.send(server.url, SignOutDocument, {});
    expect(await former.viewerAs()).toBe(username);
    await former.send(server.url, SignOutClientDocument, {});
    expect([await former.viewerAs(), await viewerAs('client')]).toEqual([null, null]);
  });
});
