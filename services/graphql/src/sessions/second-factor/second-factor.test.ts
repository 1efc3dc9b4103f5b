import { type ContractError, request } from '@dripline/runtime/http/request';
import { Secret, TOTP } from 'otpauth';
import { createClient } from '../../testing/fixtures';
import {
  AccountSecurityDocument,
  BeginAuthenticatorDocument,
  ChangePasswordDocument,
  ConfirmAuthenticatorDocument,
  CreateRecoveryCodesDocument,
  DeleteAuthenticatorDocument,
  FinishSignInDocument,
  SignInClientDocument,
  SignInDocument,
  UpdateClientDocument,
  ViewerDocument,
} from '../../testing/operations/generated';
import { ADMIN, settings, startTestServer, type TestServer } from '../../testing/test-server';
import { rotateAuthenticatorEncryption } from './totp';

describe('a second factor', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());
  beforeEach(() => server.dataSource.query('DELETE FROM rate_limits; DELETE FROM sign_in_attempts'));

  type Client = Awaited<ReturnType<typeof createClient>>;

  const codeAt = (secret: string, seconds = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + seconds * 1000 });
  const codeOf = (attempt: Promise<unknown>) =>
    attempt.then(
      () => 'OK',
      (error: ContractError) => error.code,
    );
  const signIn = ({ login }: Pick<Client, 'login'>, headers: Record<string, string> = {}) =>
    request(server.url, SignInClientDocument, login, { headers });
  /** Signs in with the password and returns the challenge. */
  const challengeOf = (client: Pick<Client, 'login'>, headers: Record<string, string> = {}): Promise<string> =>
    signIn(client, headers).then(
      () => Promise.reject(new Error('No second factor was asked for')),
      (error: ContractError) => {
        expect(error.code).toBe('SECOND_FACTOR_REQUIRED');
        return error.challenge!;
      },
    );
  const finish = (challenge: string, code: string, headers: Record<string, string> = {}) =>
    request(server.url, FinishSignInDocument, { challenge, code }, { headers });
  /** Adds an authenticator app. The code of the next step is still unused. */
  async function withAuthenticator(client: Pick<Client, 'call'>): Promise<string> {
    const { secret } = (await client.call(BeginAuthenticatorDocument, {})).beginAuthenticator;
    await client.call(ConfirmAuthenticatorDocument, { code: codeAt(secret) });
    return secret;
  }
  const securityOf = async ({ call }: Pick<Client, 'call'>) =>
    (await call(AccountSecurityDocument, {})).accountSecurity;

  it('is asked for once an authenticator app is confirmed, and no session exists before the code', async () => {
    const client = await createClient(server);
    const { secret, uri, qrCode } = (await client.call(BeginAuthenticatorDocument, {})).beginAuthenticator;
    expect(uri).toContain(`secret=${secret}`);
    expect(qrCode).toMatch(/^data:image\/svg\+xml;base64,/);
    await expect(client.call(ConfirmAuthenticatorDocument, { code: '000000' })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
    });
    await signIn(client);
    await client.call(ConfirmAuthenticatorDocument, { code: codeAt(secret) });

    const before = (await securityOf(client)).sessions.length;
    const challenge = await challengeOf(client);
    expect((await securityOf(client)).sessions).toHaveLength(before);
    expect(await codeOf(finish(challenge, '000000'))).toBe('UNAUTHENTICATED');
    const { data, headers } = await finish(challenge, codeAt(secret, 30));
    expect(data.finishSignIn).toMatchObject({ user: null, client: { id: client.id } });
    const cookie = headers.getSetCookie()[0]!.split(';')[0]!;
    expect((await server.visitor(ViewerDocument, {}, { cookie })).viewer.client?.id).toBe(client.id);

    await client.call(DeleteAuthenticatorDocument, {});
    await signIn(client);
  });

  it('of an administrator works the same', async () => {
    const secret = await withAuthenticator({ call: server.admin });
    try {
      const refused = await request(server.url, SignInDocument, ADMIN).catch((error: ContractError) => error);
      expect(refused).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' });
      const { data } = await finish((refused as ContractError).challenge!, codeAt(secret, 30));
      expect(data.finishSignIn.user?.username).toBe('admin');
    } finally {
      await server.admin(DeleteAuthenticatorDocument, {});
    }
  });

  it('accepts each code once, also from two requests at the same time', async () => {
    const client = await createClient(server);
    const secret = await withAuthenticator(client);
    expect(await codeOf(finish(await challengeOf(client), codeAt(secret)))).toBe('UNAUTHENTICATED');
    const challenges = [await challengeOf(client), await challengeOf(client)];
    const next = codeAt(secret, 30);
    const codes = await Promise.all(challenges.map((challenge) => codeOf(finish(challenge, next))));
    expect(codes.sort()).toEqual(['OK', 'UNAUTHENTICATED']);
  });

  it('has ten recovery codes that each sign in once, also with two requests at the same time', async () => {
    const client = await createClient(server);
    expect(await codeOf(client.call(CreateRecoveryCodesDocument, {}))).toBe('CONFLICT');
    await withAuthenticator(client);
    const { createRecoveryCodes: codes } = await client.call(CreateRecoveryCodesDocument, {});
    expect(new Set(codes).size).toBe(10);
    expect(codes[0]).toMatch(/^(\w{4}-){3}\w{4}$/);
    const challenges = [await challengeOf(client), await challengeOf(client)];
    const results = await Promise.all(challenges.map((challenge) => codeOf(finish(challenge, codes[0]!))));
    expect(results.sort()).toEqual(['OK', 'UNAUTHENTICATED']);
    expect((await securityOf(client)).recoveryCodesLeft).toBe(9);
    await finish(await challengeOf(client), codes[1]!.replaceAll('-', ' ').toUpperCase());
    expect(await codeOf(finish(await challengeOf(client), codes[1]!))).toBe('UNAUTHENTICATED');

    await client.call(CreateRecoveryCodesDocument, {});
    expect(await codeOf(finish(await challengeOf(client), codes[2]!))).toBe('UNAUTHENTICATED');
    const other = await createClient(server);
    await withAuthenticator(other);
    const { createRecoveryCodes: others } = await other.call(CreateRecoveryCodesDocument, {});
    expect(await codeOf(finish(await challengeOf(client), others[0]!))).toBe('UNAUTHENTICATED');
    await client.call(DeleteAuthenticatorDocument, {});
    expect((await securityOf(client)).recoveryCodesLeft).toBe(0);
  });

  it('needs a challenge that is unused, at most five minutes old and used for at most five codes', async () => {
    const client = await createClient(server);
    const secret = await withAuthenticator(client);
    const { createRecoveryCodes: codes } = await client.call(CreateRecoveryCodesDocument, {});
    const used = await challengeOf(client);
    await finish(used, codes[0]!);
    expect(await codeOf(finish(used, codes[1]!))).toBe('UNAUTHENTICATED');

    const guessed = await challengeOf(client);
    for (let n = 0; n < 5; n += 1) expect(await codeOf(finish(guessed, `00000${n}`))).toBe('UNAUTHENTICATED');
    expect(await codeOf(finish(guessed, codeAt(secret, 30)))).toBe('UNAUTHENTICATED');

    const late = await challengeOf(client);
    await server.dataSource.query(`UPDATE sign_in_challenges SET expires_at = now() - interval '1 second'`);
    expect(await codeOf(finish(late, codeAt(secret, 30)))).toBe('UNAUTHENTICATED');

    const changed = await challengeOf(client);
    const password = 'the client chose this';
    await client.call(ChangePasswordDocument, { currentPassword: client.login.password, newPassword: password });
    expect(await codeOf(finish(changed, codes[1]!))).toBe('UNAUTHENTICATED');

    const disabled = await challengeOf({ login: { ...client.login, password } });
    await server.admin(UpdateClientDocument, { id: client.id, input: { authEnabled: false } });
    expect(await codeOf(finish(disabled, codes[1]!))).toBe('UNAUTHENTICATED');
  });

  it('allows twenty guesses of a code an hour from unknown browsers, which keep neither a known browser nor a recovery code out', async () => {
    const client = await createClient(server);
    const known = (await signIn(client)).headers.getSetCookie()[1]!.split(';')[0]!;
    const secret = await withAuthenticator(client);
    const { createRecoveryCodes: codes } = await client.call(CreateRecoveryCodesDocument, {});
    const tally: string[] = [];
    for (let n = 0; n < 25; n += 1) {
      const challenge = await challengeOf(client, { 'x-forwarded-for': `10.20.0.${n}` });
      tally.push(await codeOf(finish(challenge, '000000', { 'x-forwarded-for': `10.20.0.${n}` })));
    }
    expect(tally.filter((code) => code === 'UNAUTHENTICATED')).toHaveLength(20);
    expect(await codeOf(finish(await challengeOf(client), codeAt(secret, 30)))).toBe('RATE_LIMITED');
    expect(await codeOf(finish(await challengeOf(client), codes[0]!))).toBe('OK');
    expect(
      await codeOf(finish(await challengeOf(client, { cookie: known }), codeAt(secret, 30), { cookie: known })),
    ).toBe('OK');
  });

  it('is stored without readable secrets or codes, and survives a rotation of the session secret', async () => {
    const client = await createClient(server);
    const secret = await withAuthenticator(client);
    const { createRecoveryCodes: codes } = await client.call(CreateRecoveryCodesDocument, {});
    const challenge = await challengeOf(client);
    const rows = async () =>
      JSON.stringify([
        await server.dataSource.query('SELECT * FROM authenticators'),
        await server.dataSource.query('SELECT * FROM recovery_codes'),
        await server.dataSource.query('SELECT * FROM sign_in_challenges'),
      ]);
    const stored = await rows();
    for (const text of [secret, challenge, ...codes]) expect(stored).not.toContain(text);

    const rotated = { sessionSecret: 'the next session secret', previousSessionSecret: settings.sessionSecret };
    await rotateAuthenticatorEncryption(server.dataSource, rotated);
    expect(await rows()).not.toBe(stored);
    await rotateAuthenticatorEncryption(server.dataSource, {
      sessionSecret: settings.sessionSecret,
      previousSessionSecret: rotated.sessionSecret,
    });
    expect(await codeOf(finish(challenge, codeAt(secret, 30)))).toBe('OK');
  });
});
