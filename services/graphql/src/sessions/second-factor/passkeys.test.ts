import { type ContractError, request } from '@dripline/runtime/http/request';
import { createClient } from '../../testing/fixtures';
import {
  AccountSecurityDocument,
  AddPasskeyDocument,
  BeginPasskeyDocument,
  BeginPasskeySignInDocument,
  DeletePasskeyDocument,
  FinishSignInDocument,
  SignInClientDocument,
  UpdateClientDocument,
  ViewerDocument,
} from '../../testing/operations/generated';
import { createSoftwareAuthenticator } from '../../testing/software-authenticator';
import { type Caller, startTestServer, type TestServer } from '../../testing/test-server';

describe('a passkey', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  type Authenticator = ReturnType<typeof createSoftwareAuthenticator>;
  type Claims = Parameters<Authenticator['sign']>[1];

  const codeOf = (attempt: Promise<unknown>) =>
    attempt.then(
      () => 'OK',
      (error: ContractError) => error.code,
    );
  async function register(call: Caller, claims: Claims = {}) {
    const authenticator = createSoftwareAuthenticator();
    const { challenge, options } = (await call(BeginPasskeyDocument, {})).beginPasskey;
    const response = authenticator.create(options, claims);
    const { addPasskey } = await call(AddPasskeyDocument, { challenge, name: 'Laptop', response });
    return { authenticator, id: addPasskey.id };
  }
  const begin = async (challenge?: string) =>
    (await server.visitor(BeginPasskeySignInDocument, { challenge })).beginPasskeySignIn;
  async function signIn(authenticator: Authenticator, claims: Claims = {}, passwordChallenge?: string) {
    const { challenge, options } = await begin(passwordChallenge);
    return request(server.url, FinishSignInDocument, { challenge, passkey: authenticator.sign(options, claims) });
  }
  const passwordChallenge = (login: { username: string; password: string }) =>
    request(server.url, SignInClientDocument, login).then(
      () => '',
      (error: ContractError) => error.challenge ?? error.code,
    );

  it('signs in without a password, and is listed with its name and last use', async () => {
    const client = await createClient(server);
    const { authenticator, id } = await register(client.call);
    const { data, headers } = await signIn(authenticator, { counter: 1 });
    expect(data.finishSignIn.client?.id).toBe(client.id);
    const cookie = headers.getSetCookie()[0]!.split(';')[0]!;
    expect((await server.visitor(ViewerDocument, {}, { cookie })).viewer.client?.id).toBe(client.id);
    const { passkeys } = (await client.call(AccountSecurityDocument, {})).accountSecurity;
    expect(passkeys).toEqual([{ id, name: 'Laptop', createdAt: expect.any(String), lastUsedAt: expect.any(String) }]);
  });

  it('of an administrator signs the administrator in', async () => {
    const { authenticator, id } = await register(server.admin);
    try {
      const { data, headers } = await signIn(authenticator);
      expect(data.finishSignIn).toMatchObject({ user: { username: 'admin' }, client: null });
      expect(headers.getSetCookie()[0]).toMatch(/SameSite=Strict$/);
    } finally {
      await server.admin(DeletePasskeyDocument, { id });
    }
  });

  it('is the second factor after a correct password, of its own account only', async () => {
    const [client, other] = [await createClient(server), await createClient(server)];
    const [own, others] = [await register(client.call), await register(other.call)];
    expect(await codeOf(signIn(others.authenticator, {}, await passwordChallenge(client.login)))).toBe(
      'UNAUTHENTICATED',
    );
    const { data } = await signIn(own.authenticator, {}, await passwordChallenge(client.login));
    expect(data.finishSignIn.client?.id).toBe(client.id);
    await client.call(DeletePasskeyDocument, { id: own.id });
    expect(await codeOf(signIn(own.authenticator))).toBe('UNAUTHENTICATED');
    expect(await passwordChallenge(client.login)).toBe('');
    expect(await codeOf(client.call(DeletePasskeyDocument, { id: others.id }))).toBe('NOT_FOUND');
  });

  it.each<[string, Claims]>([
    ['from another origin', { origin: 'https://elsewhere.example' }],
    ['for another domain', { rpId: 'elsewhere.example' }],
    ['without a verified user', { isUserVerified: false }],
  ])('is rejected %s, when it is added and when it signs in', async (_, claims) => {
    const client = await createClient(server);
    expect(await codeOf(register(client.call, claims))).toBe('BAD_USER_INPUT');
    const { authenticator } = await register(client.call);
    expect(await codeOf(signIn(authenticator, claims))).toBe('UNAUTHENTICATED');
    expect(await codeOf(signIn(authenticator))).toBe('OK');
  });

  it('signs each challenge once, and a copied passkey is rejected by its counter', async () => {
    const client = await createClient(server);
    const { authenticator } = await register(client.call);
    const { challenge, options } = await begin();
    const passkey = authenticator.sign(options, { counter: 7 });
    const finish = () => codeOf(request(server.url, FinishSignInDocument, { challenge, passkey }));
    expect((await Promise.all([finish(), finish()])).sort()).toEqual(['OK', 'UNAUTHENTICATED']);
    expect(await codeOf(signIn(authenticator, { counter: 7 }))).toBe('UNAUTHENTICATED');
    expect(await codeOf(signIn(authenticator, { counter: 8 }))).toBe('OK');
    const late = await begin();
    await server.dataSource.query(`UPDATE sign_in_challenges SET expires_at = now() - interval '1 second'`);
    const variables = { challenge: late.challenge, passkey: authenticator.sign(late.options, { counter: 9 }) };
    expect(await codeOf(request(server.url, FinishSignInDocument, variables))).toBe('UNAUTHENTICATED');
  });

  it('is added only by the account that began', async () => {
    const [client, other] = [await createClient(server), await createClient(server)];
    const { challenge, options } = (await client.call(BeginPasskeyDocument, {})).beginPasskey;
    const response = createSoftwareAuthenticator().create(options);
    expect(await codeOf(other.call(AddPasskeyDocument, { challenge, name: 'Stolen', response }))).toBe(
      'BAD_USER_INPUT',
    );
  });

  it('of an inactive client does not sign in', async () => {
    const client = await createClient(server);
    const { authenticator } = await register(client.call);
    await server.admin(UpdateClientDocument, { id: client.id, input: { status: 'inactive' } });
    expect(await codeOf(signIn(authenticator))).toBe('FORBIDDEN');
  });
});
