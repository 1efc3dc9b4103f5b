import { type ContractError, request } from '@dripline/runtime/http/request';
import { Secret, TOTP } from 'otpauth';
import { createClient } from '../../testing/fixtures';
import {
  AcceptAdminInvitationDocument,
  AccountSecurityDocument,
  AuditEntriesDocument,
  BeginAuthenticatorDocument,
  ClientsDocument,
  ConfirmAuthenticatorDocument,
  CreateAdminInvitationDocument,
  ResetSecondFactorDocument,
  SignInClientDocument,
  UpdateClientDocument,
  ViewerSecondFactorDocument,
} from '../../testing/operations/generated';
import { type Caller, startTestServer, type TestServer } from '../../testing/test-server';

const DAY_MS = 24 * 60 * 60_000;
const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'OK',
    (error: ContractError) => error.code,
  );

async function addAuthenticator(call: Caller): Promise<void> {
  const { secret } = (await call(BeginAuthenticatorDocument, {})).beginAuthenticator;
  await call(ConfirmAuthenticatorDocument, { code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() });
}

describe('a second factor that administrators must have', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer({ adminSecondFactorDays: 7 })));
  afterAll(() => server.stop());

  const dueAt = async () => (await server.admin(ViewerSecondFactorDocument, {})).viewer.secondFactorDueAt;
  const askedDaysAgo = (days: number) =>
    server.dataSource.query('UPDATE users SET second_factor_asked_at = now() - make_interval(days => $1)', [days]);

  it('is due seven days after the account is first used, which the viewer shows', async () => {
    const due = Date.parse((await dueAt())!) - Date.now();
    expect(due).toBeGreaterThan(7 * DAY_MS - 60_000);
    expect(due).toBeLessThanOrEqual(7 * DAY_MS);
    expect(await codeOf(server.admin(ClientsDocument, {}))).toBe('OK');
    const client = await createClient(server);
    expect((await client.call(ViewerSecondFactorDocument, {})).viewer.secondFactorDueAt).toBeNull();
  });

  it('leaves an account without one only what adds one, once it is due', async () => {
    const client = await createClient(server);
    await askedDaysAgo(8);
    expect(await codeOf(server.admin(ClientsDocument, {}))).toBe('SECOND_FACTOR_SETUP_REQUIRED');
    expect(await codeOf(server.admin(UpdateClientDocument, { id: client.id, input: { businessName: 'X' } }))).toBe(
      'SECOND_FACTOR_SETUP_REQUIRED',
    );
    expect(Date.parse((await dueAt())!)).toBeLessThan(Date.now());
    expect(await codeOf(server.admin(AccountSecurityDocument, {}))).toBe('OK');
    await addAuthenticator(server.admin);
    expect(await dueAt()).toBeNull();
    expect(await codeOf(server.admin(ClientsDocument, {}))).toBe('OK');
  });

  it('is optional without the setting', async () => {
    const other = await startTestServer();
    try {
      await other.dataSource.query(`UPDATE users SET second_factor_asked_at = now() - interval '1 year'`);
      expect(await codeOf(other.admin(ClientsDocument, {}))).toBe('OK');
      expect((await other.admin(ViewerSecondFactorDocument, {})).viewer.secondFactorDueAt).toBeNull();
    } finally {
      await other.stop();
    }
  });
});

describe('the reset of a second factor', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  it('lets a client sign in with the password again, ends its sessions and is audited', async () => {
    const client = await createClient(server);
    await addAuthenticator(client.call);
    const signIn = () => codeOf(request(server.url, SignInClientDocument, client.login));
    expect(await signIn()).toBe('SECOND_FACTOR_REQUIRED');
    await server.admin(ResetSecondFactorDocument, { id: client.id });
    expect(await codeOf(client.call(AccountSecurityDocument, {}))).toBe('UNAUTHENTICATED');
    expect(await signIn()).toBe('OK');
    const { nodes } = (await server.admin(AuditEntriesDocument, { filter: { clientId: client.id } })).auditEntries;
    expect(nodes).toContainEqual(
      expect.objectContaining({ operation: 'resetSecondFactor', actor: 'admin', objectId: client.id, outcome: 'ok' }),
    );
  });

  it('works for another administrator, and not for the own account or without a recent sign-in', async () => {
    const { createAdminInvitation } = await server.admin(CreateAdminInvitationDocument, {});
    const token = createAdminInvitation.link!.split('#')[1]!;
    const { data, headers } = await request(server.url, AcceptAdminInvitationDocument, {
      token,
      username: 'second',
      password: 'another horse battery',
    });
    const cookie = headers
      .getSetCookie()
      .find((set) => set.includes('session'))!
      .split(';')[0]!;
    const second: Caller = async (document, variables) =>
      (await request(server.url, document, variables, { headers: { cookie } })).data;
    await addAuthenticator(second);
    const id = data.acceptAdminInvitation.id;
    expect(await codeOf(second(ResetSecondFactorDocument, { id }))).toBe('CONFLICT');
    const age = (minutes: number) =>
      server.dataSource.query('UPDATE sessions SET created_at = now() - make_interval(mins => $1)', [minutes]);
    await age(16);
    expect(await codeOf(server.admin(ResetSecondFactorDocument, { id }))).toBe('RECENT_SIGN_IN_REQUIRED');
    await age(0);
    expect(await codeOf(server.admin(ResetSecondFactorDocument, { id }))).toBe('OK');
    expect(await codeOf(second(AccountSecurityDocument, {}))).toBe('UNAUTHENTICATED');
    expect(await server.dataSource.query('SELECT * FROM authenticators WHERE user_id = $1', [id])).toEqual([]);
    expect(await codeOf(server.admin(ResetSecondFactorDocument, { id: 'nobody' }))).toBe('NOT_FOUND');
  });
});
