import {
  CurrentUserDocument,
  SignInClientDocument,
  SignInDocument,
  UpdateClientDocument,
} from '../testing/operations/generated';
import { metrics } from '@dripline/runtime/http/health-server';
import { type ContractError, request } from '@dripline/runtime/http/request';
import { createClient } from '../testing/fixtures';
import { ADMIN, startTestServer, type TestServer } from '../testing/test-server';

describe('guessing passwords', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());
  beforeEach(() => server.dataSource.query('DELETE FROM rate_limits; DELETE FROM sign_in_locks'));

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

  it('a thousand times from fifty addresses at two replicas causes a dozen comparisons, and the owner can still sign in', async () => {
    const home = '192.0.2.7';
    await signIn(ADMIN.password, home);
    const replica = await server.replica();
    try {
      const before = await verified();
      const codes: string[] = [];
      for (let round = 0; round < 20; round += 1) {
        const guesses = Array.from({ length: 50 }, (_, n) =>
          codeOf(signIn('wrong', `10.1.0.${n}`, n % 2 ? server.url : replica.url)),
        );
        codes.push(...(await Promise.all(guesses)));
      }
      expect(tally(codes)).toEqual({ UNAUTHENTICATED: 10, RATE_LIMITED: 990 });
      expect((await verified()) - before).toBe(10);
      expect((await server.admin(CurrentUserDocument, {})).currentUser.username).toBe('admin');
      await expect(signIn(ADMIN.password, '198.51.100.1')).rejects.toMatchObject({
        code: 'RATE_LIMITED',
        retryAfter: expect.any(Number),
      });
      expect(await codeOf(signIn(ADMIN.password, home))).toBe('OK');
      expect(await codeOf(signIn(ADMIN.password, '198.51.100.2'))).toBe('RATE_LIMITED');
    } finally {
      await replica.stop();
    }
  });

  it('locks the account for a minute at first, longer each time, and for 15 minutes at most', async () => {
    const minutesAfter = async (address: string) => {
      await server.dataSource.query(`UPDATE sign_in_locks SET locked_until = now()`);
      expect(await codeOf(signIn('wrong', address))).toBe('UNAUTHENTICATED');
      const [lock] = await server.dataSource.query<{ minutes: number }[]>(
        `SELECT round(extract(epoch FROM locked_until - last_failure_at) / 60)::int AS minutes FROM sign_in_locks`,
      );
      return lock!.minutes;
    };
    const minutes: number[] = [];
    for (let n = 0; n < 16; n += 1) minutes.push(await minutesAfter(`10.2.0.${n}`));
    expect(minutes).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 15, 15, 15]);
    await server.dataSource.query(`UPDATE sign_in_locks SET locked_until = now()`);
    expect(await codeOf(signIn(ADMIN.password, '10.2.1.1'))).toBe('OK');
    expect(await server.dataSource.query('SELECT * FROM sign_in_locks')).toEqual([]);
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

  it('does not store the entered username, which may be a password', async () => {
    await codeOf(
      request(server.url, SignInDocument, { username: 'my secret password', password: 'x' }, from('10.5.0.1')),
    );
    const storedRows = JSON.stringify([
      await server.dataSource.query('SELECT * FROM rate_limits'),
      await server.dataSource.query('SELECT * FROM sign_in_locks'),
    ]);
    expect(storedRows).toContain('10.5.0.1');
    expect(storedRows).not.toMatch(/my secret|admin/);
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
