import { randomInt } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../database/data-source';
import { createTestDatabase, type TestDatabase } from '../testing/test-database';
import type { UsageKind } from './usage-counter.entity';
import { reserveMonthlyQuota } from './quota';

const column: Record<UsageKind, string> = {
  campaigns: 'monthly_campaign_limit',
  leads: 'monthly_lead_limit',
  sms: 'monthly_sms_limit',
};

describe('a monthly limit', () => {
  let database: TestDatabase;
  /** The connection pools of two processes. */
  let pools: DataSource[];
  beforeAll(async () => {
    database = await createTestDatabase();
    pools = await Promise.all([1, 2].map(() => createDataSource(database.url).initialize()));
  });
  afterAll(async () => {
    await Promise.all(pools.map((pool) => pool.destroy()));
    await database.drop();
  });

  async function addClient(kind: UsageKind, limit: number, timeZone = 'UTC'): Promise<string> {
    const [row] = await database.dataSource.query<[{ id: string }]>(
      `INSERT INTO clients (handle, business_name, contact_email, notification_phone, time_zone, ${column[kind]})
       VALUES (gen_random_uuid(), 'x', 'x@example.com', '1', $2, $1) RETURNING id`,
      [limit, timeZone],
    );
    return row.id;
  }
  const used = async (id: string) =>
    (
      await database.dataSource.query<{ used: number }[]>('SELECT used FROM usage_counters WHERE client_id = $1', [id])
    )[0]?.used ?? 0;

  it.each([0, 10, 1000])('of messages admits at most %i of 100 parallel writers', async (limit) => {
    const id = await addClient('sms', limit);
    const tries = Array.from({ length: 100 }, (_, n) =>
      pools[n % 2]!.transaction((db) => reserveMonthlyQuota(db, id, 'sms')),
    );
    const admitted = (await Promise.all(tries)).filter(Boolean).length;
    expect(admitted).toBe(Math.min(limit, 100));
    expect(await used(id)).toBe(admitted);
  });

  it('of segments admits as many parallel messages as fit, of whatever length', async () => {
    const id = await addClient('sms', 1000);
    await database.dataSource.query('UPDATE clients SET monthly_segment_limit = 50 WHERE id = $1', [id]);
    const tries = Array.from({ length: 100 }, async (_, n) => {
      const segments = 1 + (n % 3);
      const fits = await pools[n % 2]!.transaction((db) => reserveMonthlyQuota(db, id, 'sms', { segments }));
      return fits ? segments : 0;
    });
    const admitted = (await Promise.all(tries)).reduce((sum, segments) => sum + segments, 0);
    const [row] = await database.dataSource.query<[{ segments: number }]>(
      'SELECT segments FROM usage_counters WHERE client_id = $1',
      [id],
    );
    expect(row.segments).toBe(admitted);
    expect(admitted).toBeLessThanOrEqual(50);
    // What is left over is less than the longest message.
    expect(admitted).toBeGreaterThan(50 - 3);
  });

  it('does not count rolled-back transactions', async () => {
    const seed = randomInt(1_000_000);
    process.stdout.write(`seed ${seed}\n`);
    const id = await addClient('leads', 50);
    const tries = Array.from({ length: 200 }, (_, n) =>
      pools[n % 2]!.transaction(async (db) => {
        const isAdmitted = await reserveMonthlyQuota(db, id, 'leads');
        if ((seed + n * 7919) % 3 === 0) throw new Error('rolled back');
        return isAdmitted;
      }),
    );
    const results = await Promise.allSettled(tries);
    const admitted = results.filter((result) => result.status === 'fulfilled' && result.value).length;
    expect(await used(id)).toBe(admitted);
    expect(admitted).toBeLessThanOrEqual(50);
  });

  it('counts by calendar month in the client’s time zone', async () => {
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      const id = await addClient('leads', 5, timeZone);
      await database.dataSource.transaction((db) => reserveMonthlyQuota(db, id, 'leads'));
      const [row] = await database.dataSource.query<[{ month: string }]>(
        `SELECT to_char(month, 'YYYY-MM') AS month FROM usage_counters WHERE client_id = $1`,
        [id],
      );
      const local = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit' }).format(
        new Date(),
      );
      expect(row.month).toBe(local);
    }
  });
});
