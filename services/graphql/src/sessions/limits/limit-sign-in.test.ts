import {
  BeginAuthenticatorDocument,
  ConfirmAuthenticatorDocument,
  CurrentUserDocument,
  SignInClientDocument,
  SignInDocument,
  UpdateClientDocument,
} from '../../testing/operations/generated';
import { metrics } from '@dripline/runtime/http/health-server';
import { type ContractError, request } from '@dripline/runtime/http/request';
import { Secret, TOTP } from 'otpauth';
import { createClient } from '../../testing/fixtures';
import { ADMIN, startTestServer, type TestServer } from '../../testing/test-server';

describe('guessing passwords', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());
  beforeEach(() => server.dataSource.query('DELETE FROM rate_limits; DELETE FROM sign_in_attempts'));

  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
  const signIn = (password: string, address: string, url = server.url) =>
    request(url, SignInDocument, { username: ADMIN.username, password }, from(address));
  const codeOf = (attempt: Promise<unknown>) =>
    attempt.then(
      () => 'OK',
      (error: ContractError) => error.code,
    );
  const verified = async () =>
    (
      (await metrics.getSingleMetric('dripline_password_hashes_total')!.get()).values as {
        labels: { work?: string };
        value: number;
      }[]
    ).find(({ labels }) => labels.work === 'verify')?.value ?? 0;
  const tally = (codes: string[]) =>
    codes.reduce<Record<string, number>>((sums, code) => ({ ...sums, [code]: (sums[code] ?? 0) + 1 }), {});

  it('blocks an IP address from the account after five failures, and only that address', async () => {
    for (let n = 0; n < 5; n += 1) expect(await codeOf(signIn('wrong', '10.0.0.2'))).toBe('UNAUTHENTICATED');
    await expect(signIn(ADMIN.password, '10.0.0.2')).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      retryAfter: expect.any(Number),
    });
    expect(await codeOf(signIn(ADMIN.password, '10.0.0.3'))).toBe('OK');
  });

  it('does not block right passwords that two people enter at the same time', async () => {
    for (let n = 0; n < 20; n += 1) {
      const attempts = [1, 2, 3].map((from) => codeOf(signIn(ADMIN.password, `10.7.${n}.${from}`)));
      expect(await Promise.all(attempts)).toEqual(['OK', 'OK', 'OK']);
    }
  });

  // A7: ten wrong passwords from anywhere must not close an account.
  it('from many addresses does not keep the owner out at an unknown address, who waits for a few seconds at most', async () => {
    for (let n = 0; n < 10; n += 1) expect(await codeOf(signIn('wrong', `10.1.0.${n}`))).toBe('UNAUTHENTICATED');
    const startedAt = Date.now();
    const codes = await Promise.all([signIn('wrong', '10.1.1.1'), signIn(ADMIN.password, '198.51.100.1')].map(codeOf));
    expect(codes).toEqual(['UNAUTHENTICATED', 'OK']);
    expect(Date.now() - startedAt).toBeLessThan(9_000);
  }, 20_000);

  it('a thousand times from fifty addresses at two replicas checks one guess in three seconds, and a known browser signs in at once', async () => {
    const device = (await signIn(ADMIN.password, '192.0.2.7')).headers.getSetCookie()[1]!.split(';')[0]!;
    const replica = await server.replica();
    try {
      const [before, startedAt] = [await verified(), Date.now()];
      const codes: string[] = [];
      for (let round = 0; round < 20; round += 1) {
        const guesses = Array.from({ length: 50 }, (_, n) =>
          codeOf(signIn('wrong', `10.1.0.${n}`, n % 2 ? server.url : replica.url)),
        );
        codes.push(...(await Promise.all(guesses)));
      }
      const turns = Math.ceil((Date.now() - startedAt) / 3_000);
      const { UNAUTHENTICATED: answered = 0 } = tally(codes);
      expect(answered).toBeGreaterThanOrEqual(10);
      expect(answered).toBeLessThanOrEqual(10 + turns + 1);
      // Each address may try an account five times.
      expect((await verified()) - before).toBeLessThanOrEqual(250);
      const known = { ...from('203.0.113.9').headers, cookie: device };
      const again = Date.now();
      expect(await codeOf(request(server.url, SignInDocument, ADMIN, { headers: known }))).toBe('OK');
      expect(Date.now() - again).toBeLessThan(2_000);
      expect((await server.admin(CurrentUserDocument, {})).currentUser.username).toBe('admin');
    } finally {
      await replica.stop();
    }
  }, 120_000);

  it('answers a correct password like a wrong one while too many wait, unless a second factor follows', async () => {
    const [plain, careful] = [await createClient(server), await createClient(server)];
    const { secret } = (await careful.call(BeginAuthenticatorDocument, {})).beginAuthenticator;
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    await careful.call(ConfirmAuthenticatorDocument, { code });
    const attempt = (login: { username: string; password: string }, address: string) =>
      request(server.url, SignInClientDocument, login, from(address)).catch((error: ContractError) => error);
    for (const { login } of [plain, careful])
      for (let n = 0; n < 10; n += 1) await attempt({ ...login, password: 'wrong' }, `10.9.${n}.1`);
    await server.dataSource.query(`UPDATE sign_in_attempts SET next_turn_at = now() + interval '1 minute'`);
    const {
      message,
      code: wrong,
      retryAfter,
    } = (await attempt({ ...plain.login, password: 'wrong' }, '10.9.20.1')) as ContractError;
    expect(await attempt(plain.login, '10.9.20.2')).toMatchObject({ message, code: wrong, retryAfter });
    expect([wrong, retryAfter]).toEqual(['RATE_LIMITED', 3]);
    expect(await attempt(careful.login, '10.9.20.3')).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' });
  });

  // A8: five guesses from a shared address must not lock its owner out there.
  it('from a shared address does not lock out a browser that has signed in before, which is counted by itself', async () => {
    const shared = '192.0.2.10';
    const device = (await signIn(ADMIN.password, shared)).headers.getSetCookie()[1]!.split(';')[0]!;
    const attempt = (password: string, cookie: string) =>
      codeOf(
        request(
          server.url,
          SignInDocument,
          { username: ADMIN.username, password },
          { headers: { ...from(shared).headers, cookie } },
        ),
      );
    for (let n = 0; n < 60; n += 1)
      await codeOf(
        request(server.url, SignInClientDocument, { username: `guessed-${n}`, password: 'wrong' }, from(shared)),
      );
    expect(await codeOf(signIn(ADMIN.password, shared))).toBe('RATE_LIMITED');
    expect(await attempt(ADMIN.password, `device=${'A'.repeat(43)}`)).toBe('RATE_LIMITED');
    expect(await attempt(ADMIN.password, device)).toBe('OK');
    for (let n = 0; n < 5; n += 1) expect(await attempt('wrong', device)).toBe('UNAUTHENTICATED');
    expect(await attempt(ADMIN.password, device)).toBe('RATE_LIMITED');
    // Its guesses lock nobody else out.
    expect(await codeOf(signIn(ADMIN.password, '192.0.2.11'))).toBe('OK');
  });

  it('makes a browser known to the account that signed in, and to no other', async () => {
    const [one, other] = [await createClient(server), await createClient(server)];
    const cookie = (await request(server.url, SignInClientDocument, one.login)).headers.getSetCookie()[1]!;
    expect(cookie).toMatch(/^device=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Strict$/);
    const headers = { ...from('10.30.0.1').headers, cookie: cookie.split(';')[0]! };
    for (let n = 0; n < 5; n += 1)
      await codeOf(request(server.url, SignInClientDocument, { ...other.login, password: 'wrong' }, { headers }));
    expect(await codeOf(request(server.url, SignInClientDocument, other.login, { headers }))).toBe('RATE_LIMITED');
    expect(await codeOf(request(server.url, SignInClientDocument, one.login, { headers }))).toBe('OK');
  });

  it('of many accounts from one address is blocked after fifty failures', async () => {
    const guess = (n: number) =>
      codeOf(
        request(server.url, SignInClientDocument, { username: `guessed-${n}`, password: 'wrong' }, from('10.3.0.1')),
      );
    const codes: string[] = [];
    for (let n = 0; n < 55; n += 1) codes.push(await guess(n));
    expect(tally(codes)).toEqual({ UNAUTHENTICATED: 50, RATE_LIMITED: 5 });
    expect(await codeOf(signIn(ADMIN.password, '10.3.0.1'))).toBe('RATE_LIMITED');
  });

  it('from one IPv6 network counts as one address', async () => {
    const codes: string[] = [];
    for (let n = 1; n <= 7; n += 1) codes.push(await codeOf(signIn('wrong', `2001:db8:0:1::${n}`)));
    expect(tally(codes)).toEqual({ UNAUTHENTICATED: 5, RATE_LIMITED: 2 });
  });

  it('counts by the address that the trusted proxy reports, whatever the client claims', async () => {
    const codes: string[] = [];
    for (let n = 0; n < 100; n += 1)
      codes.push(await codeOf(signIn('wrong', `198.18.${n}.${n}, 10.99.${n}.1, 10.8.0.1`)));
    expect(tally(codes)).toEqual({ UNAUTHENTICATED: 5, RATE_LIMITED: 95 });
    expect(await codeOf(signIn(ADMIN.password, '10.8.0.2'))).toBe('OK');
  });

  it('several times in one request counts each attempt', async () => {
    const aliases = Array.from(
      { length: 8 },
      (_, n) => `a${n}: signIn(username: "admin", password: "wrong ${n}") { id }`,
    ).join(' ');
    const before = await verified();
    const answer = await fetch(server.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '10.4.0.1' },
      body: JSON.stringify({ query: `mutation { ${aliases} }` }),
    });
    const { data } = (await answer.json()) as { data?: unknown };
    expect(data ?? null).toBeNull();
    for (let n = 0; n < 8; n += 1) await codeOf(signIn('wrong', '10.4.0.1'));
    expect((await verified()) - before).toBe(5);
  });

  it('stores neither the entered username, which may be a password, nor the address', async () => {
    await codeOf(
      request(server.url, SignInDocument, { username: 'my secret password', password: 'x' }, from('10.5.0.1')),
    );
    const storedRows = JSON.stringify([
      await server.dataSource.query('SELECT * FROM rate_limits'),
      await server.dataSource.query('SELECT * FROM sign_in_attempts'),
    ]);
    expect(storedRows).toContain('sign-in-per-address:');
    expect(storedRows).not.toMatch(/my secret|admin|10\.5\.0/);
  });

  it('reveals nothing about an account: every failure has the same error and the same cost', async () => {
    const [closed, asleep, open] = [
      await createClient(server, { authEnabled: true }),
      await createClient(server),
      await createClient(server),
    ];
    await server.admin(UpdateClientDocument, { id: closed.id, input: { authEnabled: false } });
    await server.admin(UpdateClientDocument, { id: asleep.id, input: { status: 'inactive' } });
    const cases: [string, string, string][] = [
      ['nobody', 'wrong password', '10.6.0.1'],
      [open.login.username, 'wrong password', '10.6.0.2'],
      [asleep.login.username, 'wrong password', '10.6.0.3'],
      [closed.login.username, 'wrong password', '10.6.0.4'],
      [closed.login.username, closed.login.password, '10.6.0.5'],
    ];
    const failures: unknown[] = [];
    for (const [username, password, address] of cases) {
      const before = await verified();
      const query =
        'mutation ($username: String!, $password: String!) { signInClient(username: $username, password: $password) { id } }';
      const answer = await fetch(server.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify({ query, variables: { username, password } }),
      });
      failures.push([answer.status, await answer.text(), answer.headers.getSetCookie(), (await verified()) - before]);
    }
    expect(new Set(failures.map((failure) => JSON.stringify(failure))).size).toBe(1);
    expect(JSON.stringify(failures[0])).toContain('Invalid credentials');
    await expect(request(server.url, SignInClientDocument, asleep.login, from('10.6.0.6'))).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'This account is inactive. Ask your agency to activate it.',
    });
  });
});
