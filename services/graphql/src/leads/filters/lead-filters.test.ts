import { randomUUID } from 'node:crypto';
import { suppress } from '../../replies/suppress';
import { createCampaign, createClient } from '../../testing/fixtures';
import {
  LeadsCsvDocument,
  LeadsDocument,
  type LeadsQueryVariables,
  UpdateClientDocument,
} from '../../testing/operations/generated';
import { type Caller, startTestServer, type TestServer } from '../../testing/test-server';

type Filter = NonNullable<LeadsQueryVariables['filter']>;
type Row = Partial<Record<'status' | 'source' | 'utmCampaign' | 'phone' | 'createdAt', string>> & {
  held?: boolean;
  hasReplied?: boolean;
  tags?: string[];
  campaign?: string;
};

describe('the filters of leads', () => {
  let server: TestServer;
  let client: Awaited<ReturnType<typeof createClient>>;
  let campaigns: { id: string; name: string }[];
  const ids = new Map<string, string>();
  beforeAll(async () => {
    server = await startTestServer({ rateLimits: false });
    client = await createClient(server);
    await server.admin(UpdateClientDocument, { id: client.id, input: { timeZone: 'America/New_York' } });
    campaigns = [await createCampaign(server, client.id), await createCampaign(server, client.id)];
    // The other client has the same numbers, sources, tags and replies.
    const other = await createClient(server);
    const theirs = await createCampaign(server, other.id);
    for (const [name, row] of Object.entries(rows)) {
      ids.set(name, await insert(client.id, campaigns[name === 'B' ? 1 : 0]!.id, name, row));
      await insert(other.id, theirs.id, `Other ${name}`, row);
    }
    await suppress(server.dataSource.manager, '+14155550001', 'stop');
  });
  afterAll(() => server.stop());

  /** Midnight in New York is 05:00 UTC. */
  const rows: Record<string, Row> = {
    A: {
      source: 'qr',
      utmCampaign: 'Spring',
      createdAt: '2026-01-10T04:59:59Z',
      phone: '+14155550001',
      tags: ['VIP'],
      hasReplied: true,
    },
    B: {
      source: 'direct',
      utmCampaign: 'Spring sale',
      createdAt: '2026-01-10T05:00:00Z',
      status: 'contacted',
      tags: ['VIP', 'Roof'],
    },
    C: { createdAt: '2026-01-11T04:59:59.999Z', phone: '+14155550001', status: 'contacted' },
    D: { source: 'flyer', createdAt: '2026-01-11T05:00:00Z', phone: '+14155550002', hasReplied: true },
    H: {
      source: 'qr',
      utmCampaign: 'Spring',
      createdAt: '2026-01-10T12:00:00Z',
      phone: '+14155550001',
      held: true,
      tags: ['VIP'],
      hasReplied: true,
    },
  };

  async function insert(clientId: string, campaignId: string, name: string, row: Row): Promise<string> {
    const sql = (text: string, values: unknown[]) => server.dataSource.query<{ id: string }[]>(text, values);
    const [lead] = await sql(
      `INSERT INTO leads (client_id, campaign_id, form_data, full_name, status, source, phone_e164, held, created_at, attribution)
       VALUES ($1, $2, '{}', $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
      [
        ...[clientId, campaignId, name, row.status ?? 'new', row.source, row.phone, row.held ?? false, row.createdAt],
        row.utmCampaign && { utmCampaign: row.utmCampaign },
      ],
    );
    if (row.hasReplied)
      await sql(
        `INSERT INTO replies (client_id, lead_id, provider_id, body, intent) VALUES ($1, $2, $3, 'Yes', 'reply')`,
        [clientId, lead!.id, randomUUID()],
      );
    for (const tag of row.tags ?? [])
      await sql(
        `WITH added AS (INSERT INTO tags (client_id, name, key) VALUES ($1, $3, lower($3)) ON CONFLICT (client_id, key) DO UPDATE SET name = excluded.name RETURNING id)
         INSERT INTO lead_tags (client_id, lead_id, tag_id) SELECT $1, $2, id FROM added`,
        [clientId, lead!.id, tag],
      );
    return lead!.id;
  }

  /** Returns the names of the matching leads, in their order, and checks the total and the export. */
  async function find(filter: Filter, call: Caller = client.call, orderBy?: LeadsQueryVariables['orderBy']) {
    const variables = { clientId: client.id, filter, ...(orderBy && { orderBy }) };
    const { nodes, totalCount } = (await call(LeadsDocument, variables)).client.leads;
    expect(totalCount).toBe(nodes.length);
    const pages = [];
    for (let after: string | null = null, more = true; more;) {
      const page: {
        nodes: { id: string }[];
        pageInfo: { hasNextPage: boolean; endCursor: string | null };
        totalCount: number;
      } = (await call(LeadsDocument, { ...variables, first: 1, after })).client.leads;
      expect(page.totalCount).toBe(totalCount);
      pages.push(...page.nodes);
      ({ hasNextPage: more, endCursor: after } = page.pageInfo);
    }
    expect(pages.map(({ id }) => id)).toEqual(nodes.map(({ id }) => id));
    const { csv } = (await call(LeadsCsvDocument, variables)).leadsCsv;
    expect(csv.trim().split('\r\n').slice(1)).toHaveLength(nodes.length);
    return nodes.map(({ fullName }) => fullName).join('');
  }

  const cases: [Filter, string, string?][] = [
    [{}, 'DCBA', 'DCHBA'],
    [{ source: 'qr' }, 'A', 'HA'],
    [{ source: 'direct' }, 'CB'],
    [{ source: 'none' }, ''],
    [{ utmCampaign: ' Spring ' }, 'A', 'HA'],
    [{ utmCampaign: 'spring' }, ''],
    [{ utmCampaign: 'Spring', source: 'qr', held: false }, 'A'],
    [{ receivedFrom: '2026-01-10' }, 'DCB', 'DCHB'],
    [{ receivedTo: '2026-01-10' }, 'CBA', 'CHBA'],
    [{ receivedFrom: '2026-01-10', receivedTo: '2026-01-10' }, 'CB', 'CHB'],
    [{ hasReplied: true }, 'DA', 'DHA'],
    [{ hasReplied: false }, 'CB'],
    [{ held: true }, '', 'H'],
    [{ held: false }, 'DCBA'],
    [{ optedOut: true }, 'CA', 'CHA'],
    [{ optedOut: false }, 'DB'],
    [{ tag: ' vip ' }, 'BA', 'HBA'],
    [{ tag: 'none' }, ''],
    [{ optedOut: true, hasReplied: true }, 'A', 'HA'],
    [{ source: 'qr', held: true, tag: 'VIP', optedOut: true, hasReplied: true, receivedFrom: '2026-01-10' }, '', 'H'],
    [{ status: 'contacted', source: 'direct', search: 'b', tag: 'roof', optedOut: false, hasReplied: false }, 'B'],
  ];

  it.each(cases)('%j', async (filter, ofClient, ofAdmin = ofClient) => {
    expect(await find(filter)).toBe(ofClient);
    expect(await find(filter, server.admin)).toBe(ofAdmin);
  });

  it('combine with the campaign, with a search and with each order', async () => {
    expect(await find({ campaignId: campaigns[1]!.id, tag: 'VIP' })).toBe('B');
    expect(await find({ search: '415 555 0001', hasReplied: true, held: false }, server.admin)).toBe('A');
    expect(await find({ hasReplied: true }, server.admin, { field: 'fullName', direction: 'asc' })).toBe('ADH');
    expect(await find({ optedOut: true }, server.admin, { field: 'status', direction: 'desc' })).toMatch(/^C/);
    expect(
      await find({ receivedFrom: '2026-01-10' }, client.call, { field: 'campaignName', direction: 'asc' }),
    ).toHaveLength(3);
  });

  it('the days are those of the client’s time zone, also after it changes', async () => {
    const move = (timeZone: string) =>
      server.dataSource.query('UPDATE clients SET time_zone = $2 WHERE id = $1', [client.id, timeZone]);
    await move('UTC');
    expect(await find({ receivedTo: '2026-01-10' })).toBe('BA');
    await move('America/New_York');
  });

  it('an opt-out from the shared sender concerns a client with its own sender only if it is older', async () => {
    const addSender = (createdAt: string) =>
      server.dataSource.query(
        `INSERT INTO senders (client_id, from_number, created_at) VALUES ($1, '+14155559999', $2)`,
        [client.id, createdAt],
      );
    await addSender('2020-01-01');
    expect(await find({ optedOut: true })).toBe('');
    await server.dataSource.query("UPDATE senders SET created_at = now() + interval '1 hour' WHERE client_id = $1", [
      client.id,
    ]);
    expect(await find({ optedOut: true })).toBe('CA');
    await server.dataSource.query('DELETE FROM senders WHERE client_id = $1', [client.id]);
  });

  it('the function of opted-out leads reveals no other client’s', async () => {
    const other = await createClient(server);
    const found = await other
      .call(LeadsDocument, { clientId: client.id, filter: { optedOut: true } })
      .catch(() => null);
    expect(found).toBeNull();
    const rowsAsClient = await server.dataSource.transaction(async (db) => {
      await db.query(
        `SELECT set_config('role', 'dripline_client', true), set_config('dripline.own_client', $1, true)`,
        [other.id],
      );
      return db.query<unknown[]>('SELECT * FROM opted_out_leads($1)', [client.id]);
    });
    expect(rowsAsClient).toEqual([]);
  });

  it.each<[Filter, string]>([
    [{ receivedFrom: '2026-02-30' }, 'filter.receivedFrom'],
    [{ receivedTo: 'today' }, 'filter.receivedTo'],
    [{ source: 'x'.repeat(101) }, 'filter.source'],
    [{ tag: 'x'.repeat(51) }, 'filter.tag'],
  ])('%j is rejected, naming the field', async (filter, field) => {
    await expect(client.call(LeadsDocument, { clientId: client.id, filter })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { [field]: expect.any(String) },
    });
  });
});
