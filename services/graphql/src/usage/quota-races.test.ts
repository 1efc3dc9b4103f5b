import { eventually } from '@dripline/runtime/testing/eventually';
import {
  CreateCampaignDocument,
  CreateClientDocument,
  SubmitLeadDocument,
  UpdateClientDocument,
} from '../testing/operations/generated';
import { createCampaign } from '../testing/fixtures';
import { pickFrom, seeds } from '../testing/seeds';
import { type ServerPair, startServerPair } from '../testing/server-pair';

type Kind = 'leads' | 'campaigns';
/** Sends the n-th writer's request. Returns the new row's id, or null if the limit rejected it. */
type Write = (n: number) => Promise<string | null>;

const WRITERS = 300;
const limitField = { leads: 'monthlyLeadLimit', campaigns: 'monthlyCampaignLimit' } as const;
const isPaidFor = { leads: 'NOT held', campaigns: 'true' };

jest.setTimeout(120_000);

describe('a monthly limit at two servers', () => {
  let pair: ServerPair;
  beforeAll(async () => {
    pair = await startServerPair();
    // Records the usage at the moment when an update of a client commits.
    await pair.database.dataSource.query(`
      CREATE TABLE noted (client_id uuid, kind text, used integer);
      CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
        INSERT INTO noted SELECT client_id, kind, used FROM usage_counters WHERE client_id = NEW.id;
        RETURN NULL;
      END $$;
      CREATE CONSTRAINT TRIGGER note AFTER UPDATE ON clients DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note();
    `);
  });
  afterAll(() => pair.stop());

  describe.each(seeds())('TEST_SEED=%i', (seed) => {
    it.each([
      ['leads', 0],
      ['leads', 1],
      ['leads', 10],
      ['leads', 1000],
      ['campaigns', 1],
      ['campaigns', 10],
      ['campaigns', 1000],
    ] as const)(
      `admits as many of ${WRITERS} %s as fit under %i, even where a server is killed`,
      async (kind, limit) => {
        const pick = pickFrom(`${seed} ${kind} ${limit}`);
        const { clientId, write } = await prepare(kind, limit);
        const before = pair.retriedCalls();
        // More requests are in flight when more are admitted.
        const isCrashing = limit > WRITERS || pick(3) === 0;
        const crash = () =>
          untilUsed(kind, clientId, pick(Math.min(limit, WRITERS) + 1)).then(() => pair.crash(pick(2) as 0 | 1));
        const [ids] = await Promise.all([writeAll(write), isCrashing && crash()]);

        const { used, paid, stored } = await readAccount(kind, clientId);
        expect(used).toBe(paid);
        expect(ids.filter((id) => !stored.has(id))).toEqual([]);
        // A campaign request without a response was retried; leads have an idempotency key.
        const twice = kind === 'campaigns' ? pair.retriedCalls() - before : 0;
        expect(paid).toBeGreaterThanOrEqual(Math.min(limit, WRITERS));
        expect(paid).toBeLessThanOrEqual(Math.min(limit, WRITERS + twice));
        if (kind === 'leads') expect(stored.size).toBe(WRITERS);
      },
    );

    it.each(['leads', 'campaigns'] as const)('admits no more %s once a lowered limit has committed', async (kind) => {
      const pick = pickFrom(`${seed} ${kind} lowered`);
      const { clientId, write } = await prepare(kind, 200);
      const lowered = 1 + pick(150);
      const moment = 1 + pick(150);
      await Promise.all([
        writeAll(write),
        untilUsed(kind, clientId, moment).then(() => setLimit(kind, clientId, lowered)),
      ]);

      const { used, paid } = await readAccount(kind, clientId);
      const [noted] = await pair.database.dataSource.query<[{ used: number }]>(
        'SELECT max(used) AS used FROM noted WHERE client_id = $1 AND kind = $2',
        [clientId, kind],
      );
      expect(used).toBe(paid);
      expect(used).toBe(Math.max(lowered, noted.used));
    });
  });

  async function prepare(kind: Kind, limit: number): Promise<{ clientId: string; write: Write }> {
    const input = {
      businessName: `${kind} ${limit}`,
      contactEmail: 'owner@example.com',
      notificationPhone: '+14155550100',
    };
    const { id: clientId, handle } = (await pair.idleServerAdmin(CreateClientDocument, { input })).createClient;
    await setLimit(kind, clientId, limit);
    if (kind === 'campaigns') return { clientId, write: campaignWriter(clientId) };
    return { clientId, write: leadWriter(handle, (await createCampaign(pair, clientId)).slug) };
  }

  const setLimit = (kind: Kind, id: string, limit: number) =>
    pair.idleServerAdmin(UpdateClientDocument, { id, input: { [limitField[kind]]: limit } });

  const campaignWriter =
    (clientId: string): Write =>
    (n) =>
      pair.admin(CreateCampaignDocument, { clientId, input: { name: `Campaign ${n}` } }).then(
        ({ createCampaign }) => createCampaign.id,
        (error: { code?: string }) => {
          if (error.code !== 'LIMIT_REACHED') throw error;
          return null;
        },
      );

  const leadWriter =
    (client: string, slug: string): Write =>
    async (n) => {
      const formData = { fullName: `Ann ${n}`, phone: '(415) 555-2671' };
      return (await pair.visitor(SubmitLeadDocument, { client, slug, formData, idempotencyKey: `writer ${n}` }))
        .submitLead.id;
    };

  /** Runs all writers concurrently. Returns the ids they received. */
  async function writeAll(write: Write): Promise<string[]> {
    const ids = await Promise.all(Array.from({ length: WRITERS }, (_, n) => write(n)));
    return ids.filter((id) => id !== null);
  }

  const untilUsed = (kind: Kind, clientId: string, expectedUsage: number) =>
    eventually(async () => expect(await readUsed(kind, clientId)).toBeGreaterThanOrEqual(expectedUsage), {
      timeout: 110_000,
      interval: 5,
    });

  async function readUsed(
    kind: Kind,
    clientId: string,
    db = pair.database.dataSource.manager,
    lock = '',
  ): Promise<number> {
    const [row] = await db.query<{ used: number }[]>(
      `SELECT used FROM usage_counters WHERE client_id = $1 AND kind = $2 ${lock}`,
      [clientId, kind],
    );
    return row?.used ?? 0;
  }

  async function readAccount(kind: Kind, clientId: string) {
    return pair.database.dataSource.transaction(async (db) => {
      // The lock waits for transactions of the killed server.
      const used = await readUsed(kind, clientId, db, 'FOR UPDATE');
      const rows = await db.query<{ id: string; is_paid: boolean }[]>(
        `SELECT id, ${isPaidFor[kind]} AS is_paid FROM ${kind} WHERE client_id = $1`,
        [clientId],
      );
      return { used, paid: rows.filter((row) => row.is_paid).length, stored: new Set(rows.map(({ id }) => id)) };
    });
  }
});
