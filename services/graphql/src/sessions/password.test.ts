import { CreateClientDocument, SignInClientDocument, UpdateClientDocument } from '../testing/operations/generated';
import { metrics } from '@dripline/runtime/http/health-server';
import { hash } from '@node-rs/argon2';
import { createClient } from '../testing/fixtures';
import { createTestDatabase } from '../testing/test-database';
import { startTestServer, type TestServer } from '../testing/test-server';
import { ensureAdmin } from './admins/ensure-admin';
import { createSignInQueue } from './sign-in-queue';
import { hashPassword, verifyPassword } from './password';
import { validatePassword } from './validate-password';

describe('the hash queue', () => {
  const deferred = () => {
    let settle = { resolve: () => {}, reject: (_: Error) => {} };
    const promise = new Promise<void>((resolve, reject) => (settle = { resolve, reject }));
    return { promise, ...settle };
  };

  it('runs two tasks at a time in order, and rejects tasks when it is full', async () => {
    const queue = createSignInQueue({ width: 2, length: 3 });
    const started: number[] = [];
    const tasks = Array.from({ length: 5 }, deferred);
    const done = tasks.map(({ promise }, index) => queue(() => (started.push(index), promise)));
    await expect(queue(() => Promise.resolve())).rejects.toMatchObject({
      extensions: { code: 'UNAVAILABLE', retryAfter: 2 },
    });
    expect(started).toEqual([0, 1]);
    tasks[1]!.reject(new Error('went wrong'));
    await expect(done[1]).rejects.toThrow('went wrong');
    expect(started).toEqual([0, 1, 2]);
    for (const { resolve } of tasks) resolve();
    await Promise.all(done.filter((_, index) => index !== 1));
    expect(started).toEqual([0, 1, 2, 3, 4]);
    await expect(queue(() => Promise.resolve('free again'))).resolves.toBe('free again');
  });

  it('processes every password', async () => {
    const working = async () =>
      ((await metrics.getSingleMetric('dripline_password_hashes_total')!.get()).values as { value: number }[]).reduce(
        (sum, { value }) => sum + value,
        0,
      );
    const before = await working();
    const hashes = Array.from({ length: 10 }, () => hashPassword('a password in line'));
    await Promise.resolve();
    expect((await working()) - before).toBe(2);
    expect(new Set(await Promise.all(hashes)).size).toBe(10);
    expect((await working()) - before).toBe(10);
  });
});

describe('a password', () => {
  it.each([
    ['eleven char', /12 to 128/],
    ['x'.repeat(129), /12 to 128/],
    ['1q2w3e4r5t6y', /too common/],
    ['Password2026!', /too common/],
    ['!!summer202611', /too common/],
    ['aaaabbbbaaaabbbb', /too common/],
    ['Acme-Heating2026', /differ from the username/],
  ])('%p is rejected', (password, why) => expect(validatePassword(password, 'acme-heating')).toMatch(why));

  it.each([
    'correct horse battery',
    'twelve chars',
    '密码密码一二三四五六七八',
    'x7$kQ!9pL2mZ',
    `${'long '.repeat(25)}end`,
  ])('%p is accepted', (password) => expect(validatePassword(password, 'acme')).toBeNull());

  it('is compared to its last character, however long it is', async () => {
    const passwordHash = await hashPassword(`${'x'.repeat(127)}1`);
    expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect([
      await verifyPassword(passwordHash, `${'x'.repeat(127)}1`),
      await verifyPassword(passwordHash, `${'x'.repeat(127)}2`),
      await verifyPassword(passwordHash, 'x'.repeat(127)),
    ]).toEqual([true, false, false]);
  });
});

describe('the password of an account', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  const hashOf = async (id: string) =>
    (
      await server.dataSource.query<{ password_hash: string }[]>('SELECT password_hash FROM clients WHERE id = $1', [
        id,
      ])
    )[0]!.password_hash;

  it('is rejected with its field if it is too short or too common, for new and updated clients', async () => {
    const details = {
      businessName: 'Acme',
      contactEmail: 'owner@acme.example',
      notificationPhone: '4155550100',
      authEnabled: true,
      username: 'acme-weak',
    };
    const error = { code: 'BAD_USER_INPUT', fields: { password: expect.any(String) } };
    const client = await createClient(server);
    for (const password of ['too short', 'Password2026!']) {
      await expect(server.admin(CreateClientDocument, { input: { ...details, password } })).rejects.toMatchObject(
        error,
      );
      await expect(server.admin(UpdateClientDocument, { id: client.id, input: { password } })).rejects.toMatchObject(
        error,
      );
    }
  });

  it('of one megabyte is rejected without being hashed', async () => {
    const hashed = async () =>
      JSON.stringify((await metrics.getSingleMetric('dripline_password_hashes_total')!.get()).values);
    const before = await hashed();
    await expect(
      server.visitor(SignInClientDocument, { username: 'acme', password: 'x'.repeat(1_000_000) }),
    ).rejects.toMatchObject({ code: 'BAD_USER_INPUT', fields: { password: expect.any(String) } });
    expect(await hashed()).toBe(before);
  });

  it('is kept, hash and all, if an update leaves it blank', async () => {
    const client = await createClient(server);
    const before = await hashOf(client.id);
    await server.admin(UpdateClientDocument, { id: client.id, input: { businessName: 'Renamed', password: '' } });
    await server.admin(UpdateClientDocument, { id: client.id, input: { password: null } });
    expect(await hashOf(client.id)).toBe(before);
  });

  it('is rehashed once at the next sign-in after the parameters changed', async () => {
    const client = await createClient(server);
    const weak = await hash(client.login.password, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    await server.dataSource.query('UPDATE clients SET password_hash = $2 WHERE id = $1', [client.id, weak]);
    await expect(server.visitor(SignInClientDocument, { ...client.login, password: 'wrong' })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    expect(await hashOf(client.id)).toBe(weak);
    await server.signInClient(client.login.username, client.login.password);
    const strong = await hashOf(client.id);
    expect(strong).toContain('m=19456,t=2,p=1');
    await server.signInClient(client.login.username, client.login.password);
    expect(await hashOf(client.id)).toBe(strong);
  });

  it('of the first administrator must follow the same rules, unless it already existed', async () => {
    const { dataSource, drop } = await createTestDatabase();
    try {
      await expect(ensureAdmin(dataSource, 'root', 'short one')).rejects.toThrow(
        'ADMIN_PASSWORD: Password must have 12 to 128 characters.',
      );
      await dataSource.query('INSERT INTO users (username, password_hash) VALUES ($1, $2)', [
        'root',
        await hashPassword('short one'),
      ]);
      await expect(ensureAdmin(dataSource, 'root', 'short one')).resolves.toBeUndefined();
    } finally {
      await drop();
    }
  });
});
