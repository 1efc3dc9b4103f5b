import { MAX_PLACEMENTS } from '@dripline/contract/limits';
import type { ContractError } from '@dripline/runtime/http/request';
import { PNG } from 'pngjs';
import { addFigures } from '../analytics/add-figures';
import { createCampaign, createClient } from '../testing/fixtures';
import {
  AnalyticsDocument,
  CreatePlacementDocument,
  DeleteCampaignDocument,
  DeletePlacementDocument,
  LeadPlacementsDocument,
  PlacementFilesDocument,
  type PlacementFilesQueryVariables,
  PlacementsDocument,
  RecordLandingViewDocument,
  ScanAnalyticsDocument,
  SubmitLeadDocument,
  UpdateCampaignDocument,
  UpdateLeadDocument,
  UpdatePlacementDocument,
} from '../testing/operations/generated';
import { hideCodewords, readQrCodes } from '../testing/read-qr-codes';
import { pickFrom, seeds } from '../testing/seeds';
import { startTestServer, type TestServer } from '../testing/test-server';
import { upload } from '../testing/uploads';

describe('placements', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer({ rateLimits: false })));
  afterAll(() => server.stop());

  const sql = <Row>(query: string, ...values: unknown[]) => server.dataSource.query<Row[]>(query, values);
  async function setUp() {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id);
    const create = async (name: string, campaignId = campaign.id) =>
      (await client.call(CreatePlacementDocument, { campaignId, input: { name } })).createPlacement;
    const list = async (campaignId?: string) =>
      (await client.call(PlacementsDocument, { clientId: client.id, filter: { campaignId } })).client.placements.nodes;
    /** Returns the slug that a code opens, or the code of the error. */
    const open = (code: string) =>
      server.visitor(RecordLandingViewDocument, { client: null, slug: code }).then(
        ({ recordLandingView }) => recordLandingView.slug,
        (error: ContractError) => error.code,
      );
    const scan = (campaignId: string, source: string, times: number) =>
      sql(
        'INSERT INTO views (campaign_id, source) SELECT $1, $2 FROM generate_series(1, $3)',
        campaignId,
        source,
        times,
      );
    const submit = async (slug: string, source: string, fullName = 'Ann') =>
      (
        await server.visitor(SubmitLeadDocument, {
          client: client.handle,
          slug,
          formData: { fullName, phone: '(415) 555-2671' },
          source,
        })
      ).submitLead.id;
    return { client, campaign, create, list, open, scan, submit };
  }
  const codeOf = (attempt: Promise<unknown>) =>
    attempt.then(
      () => 'OK',
      (error: ContractError) => error.code,
    );

  it('have a code of their own that opens the campaign, whatever its slug is', async () => {
    const { client, campaign, create, list, open } = await setUp();
    const van = await create(' Van 2 ');
    const flyer = await create('Flyer');
    expect(van).toMatchObject({ name: 'Van 2', code: expect.stringMatching(/^[a-hj-km-np-z2-9]{8}$/) });
    expect(van.campaign).toEqual({ id: campaign.id, name: campaign.name });
    expect(van.url).toBe(`http://localhost:8080/q/${van.code}`);
    expect(van.source).toBe(`qr-${van.code}`);
    expect((await list()).map(({ name }) => name)).toEqual(['Flyer', 'Van 2']);
    expect(flyer.code).not.toBe(van.code);
    await client.call(UpdateCampaignDocument, { id: campaign.id, input: { slug: 'moved' } });
    expect(await open(van.code)).toBe('moved');
    expect(await open(van.code.toUpperCase())).toBe('moved');
    expect(await open('zzzzzzzz')).toBe('NOT_FOUND');
    await client.call(UpdateCampaignDocument, { id: campaign.id, input: { status: 'inactive' } });
    expect(await open(van.code)).toBe('NOT_FOUND');
  });

  it('are pointed at another campaign of the client, also after theirs was deleted', async () => {
    const { client, campaign, create, list, open } = await setUp();
    const other = await createCampaign(server, client.id, { slug: 'autumn' });
    const stranger = await createClient(server);
    const foreign = await createCampaign(server, stranger.id);
    const van = await create('Van');
    const point = (campaignId: string, call = client.call) =>
      call(UpdatePlacementDocument, { id: van.id, input: { campaignId }, expectedVersion: null });
    await expect(point(foreign.id)).rejects.toMatchObject({ fields: { campaignId: expect.anything() } });
    await expect(point('no id')).rejects.toMatchObject({ fields: { campaignId: expect.anything() } });
    expect(await codeOf(point(foreign.id, stranger.call))).toBe('NOT_FOUND');
    await client.call(DeleteCampaignDocument, { id: campaign.id });
    expect(await open(van.code)).toBe('NOT_FOUND');
    await sql('DELETE FROM campaigns WHERE id = $1', campaign.id);
    await create('Bus', other.id);
    const filter = { hasCampaign: false };
    const left = (await client.call(PlacementsDocument, { clientId: client.id, filter })).client.placements.nodes;
    expect(left).toMatchObject([{ code: van.code, campaign: null }]);
    await point(other.id);
    expect(await open(van.code)).toBe('autumn');
    expect((await list(other.id)).map(({ name }) => name)).toEqual(['Bus', 'Van']);
    const stale = { id: van.id, input: { name: 'Bus' }, expectedVersion: van.version };
    expect(await codeOf(client.call(UpdatePlacementDocument, stale))).toBe('CONFLICT');
    await client.call(DeletePlacementDocument, { id: van.id });
    expect(await open(van.code)).toBe('NOT_FOUND');
  });

  it('have figures from the scan to the converted lead, which also count as QR scans of the campaign', async () => {
    const { client, campaign, create, list, scan, submit } = await setUp();
    const other = await createCampaign(server, client.id);
    const [van, flyer] = [await create('Van'), await create('Flyer')];
    await scan(campaign.id, van.source, 5);
    await scan(campaign.id, 'qr', 3);
    await scan(campaign.id, 'newsletter', 2);
    await client.call(UpdatePlacementDocument, { id: van.id, input: { campaignId: other.id } });
    await scan(other.id, van.source, 2);
    const leads = [];
    for (const [slug, source, fullName] of [
      [campaign.slug, van.source, 'Ann'],
      [other.slug, van.source, 'Bo'],
      [other.slug, van.source, 'Cy'],
      [other.slug, flyer.source, 'Di'],
      [other.slug, 'newsletter', 'Ed'],
      [other.slug, 'qr-zzzzzzzz', 'Flo'],
    ] as const)
      leads.push(await submit(slug, source, fullName));
    await client.call(UpdateLeadDocument, { id: leads[0]!, input: { status: 'qualified' } });
    await client.call(UpdateLeadDocument, { id: leads[1]!, input: { status: 'converted' } });
    const stats = Object.fromEntries((await list()).map((placement) => [placement.name, placement.stats]));
    expect(stats).toEqual({
      Van: { scans: 7, leads: 3, qualified: 2, converted: 1 },
      Flyer: { scans: 0, leads: 1, qualified: 0, converted: 0 },
    });
    const { scanAnalytics } = (await client.call(ScanAnalyticsDocument, { campaignId: campaign.id })).campaign;
    expect(scanAnalytics).toMatchObject({ totalScans: 8, totalViews: 10 });
    await addFigures(server.dataSource);
    const { totals } = (await server.admin(AnalyticsDocument, { clientId: client.id })).analytics;
    expect(totals).toMatchObject({ scans: 10, views: 12, leads: 6 });
    const { nodes } = (await client.call(LeadPlacementsDocument, { clientId: client.id })).client.leads;
    expect(Object.fromEntries(nodes.map(({ fullName, placement }) => [fullName, placement?.name]))).toEqual({
      ...{ Ann: 'Van', Bo: 'Van', Cy: 'Van', Di: 'Flyer', Ed: undefined, Flo: undefined },
    });
    // Another client's code in a source means nothing.
    const stranger = await setUp();
    await stranger.submit(stranger.campaign.slug, van.source);
    for (const call of [stranger.client.call, server.admin]) {
      const { leads: theirs } = (await call(LeadPlacementsDocument, { clientId: stranger.client.id })).client;
      expect(theirs.nodes.map(({ placement }) => placement)).toEqual([null]);
    }
    expect((await list()).find(({ id }) => id === van.id)!.stats.leads).toBe(3);
  });

  it('are counted by name, however many sources strangers invent', async () => {
    const { campaign, create, list, scan, submit } = await setUp();
    for (const day of [0, 1])
      await sql(
        `INSERT INTO views (campaign_id, source, created_at) SELECT $1, 'spam-' || $2::int || '-' || n, now() - $2::int * interval '1 day' FROM generate_series(1, 300) n`,
        campaign.id,
        day,
      );
    const van = await create('Van');
    await scan(campaign.id, van.source, 4);
    await scan(campaign.id, 'qr-zzzzzzzz', 1);
    await submit(campaign.slug, van.source);
    expect((await list())[0]!.stats).toMatchObject({ scans: 4, leads: 1 });
    const [counted] = await sql<{ n: number }>(
      `SELECT count(*)::int AS n FROM source_counts WHERE campaign_id = $1 AND source = 'qr-zzzzzzzz'`,
      campaign.id,
    );
    expect(counted!.n).toBe(0);
  });

  it(`are at most ${MAX_PLACEMENTS} for a client, and have a name`, async () => {
    const { client, campaign, create } = await setUp();
    await expect(create('  ')).rejects.toMatchObject({ fields: { name: 'Enter a name for the placement.' } });
    await sql(
      `INSERT INTO placements (client_id, name, code) SELECT $1::uuid, 'P', $1::text || n FROM generate_series(1, $2::int - 5) n`,
      client.id,
      MAX_PLACEMENTS,
    );
    const codes = await Promise.all(
      Array.from({ length: 12 }, () =>
        codeOf(client.call(CreatePlacementDocument, { campaignId: campaign.id, input: { name: 'New' } })),
      ),
    );
    expect(codes.filter((code) => code === 'OK')).toHaveLength(5);
    expect(codes.filter((code) => code === 'LIMIT_REACHED')).toHaveLength(7);
  });

  describe('have QR codes', () => {
    const LOGO_COLOR = [200, 30, 60] as const;
    /** A client with a placement whose campaign has a logo. */
    async function withLogo() {
      const setup = await setUp();
      const logo = new PNG({ width: 300, height: 120 });
      for (let n = 0; n < logo.data.length; n += 4) logo.data.set([...LOGO_COLOR, n % 40 === 0 ? 0 : 255], n);
      const { objectPath } = await upload(server, setup.client.call, PNG.sync.write(logo), {
        clientId: setup.client.id,
        fileName: 'logo.png',
        mimeType: 'image/png',
      });
      await setup.client.call(UpdateCampaignDocument, { id: setup.campaign.id, input: { logoImageUrl: objectPath } });
      const { url } = await setup.create('Van');
      const files = async (variables: Partial<Omit<PlacementFilesQueryVariables, 'clientId'>> = {}) => {
        const defaults = { format: 'png', size: 512, color: '#000000', logo: false, layout: 'poster_a4' } as const;
        const all = { clientId: setup.client.id, ...defaults, ...variables };
        return (await setup.client.call(PlacementFilesDocument, all)).client.placements.nodes[0]!;
      };
      return { ...setup, url, files };
    }
    /** What both decoders find in a file with one code. */
    const found = (url: string, logo: boolean) =>
      expect.objectContaining({ texts: [url, url], hasColor: logo }) as { texts: string[] };

    it('that two decoders read in every format, size and color, with and without a logo', async () => {
      const { url, files } = await withLogo();
      const cases = ['png', 'svg'].flatMap((format) =>
        [256, 1024, 4096].flatMap((size) =>
          ['#000000', '#0F172A', '#0b6e6e', '#a11212'].flatMap((color) =>
            [false, true].map((logo) => ({ format: format as 'png' | 'svg', size, color, logo })),
          ),
        ),
      );
      for (const size of [256, 1024, 4096]) {
        const ofSize = cases.filter((item) => item.size === size);
        const drawn = await Promise.all(ofSize.map(async (item) => (await files(item)).qrCode));
        const results = readQrCodes(drawn.map((file) => ({ ...file, color: LOGO_COLOR })));
        expect(ofSize.map((item, n) => [item, results[n]!.codes])).toEqual(
          ofSize.map((item) => [item, [found(url, item.logo)]]),
        );
        expect(Math.min(...results.map(({ width }) => width))).toBeGreaterThanOrEqual(size);
      }
    }, 120_000);

    const [A4, LETTER] = [
      [595.28, 841.89],
      [612, 792],
    ] as const;
    const [INCH, MM] = [72, 72 / 25.4];
    it.each([
      ['poster_a4', A4, [1, 1], A4, [0, 0], A4],
      ['poster_letter', LETTER, [1, 1], LETTER, [0, 0], LETTER],
      ['labels_a4', A4, [3, 4], [70 * MM, 74.25 * MM], [0, 0], [70 * MM, 74.25 * MM]],
      ['labels_letter', LETTER, [3, 4], [204, 198], [0, 0], [204, 198]],
      ['avery_5164', LETTER, [2, 3], [4 * INCH, 240], [11.25, 0.5 * INCH], [4.1875 * INCH, 240]],
      ['avery_22806', LETTER, [3, 4], [2 * INCH, 2 * INCH], [45, 45], [2.625 * INCH, 186]],
      ['avery_l7165', A4, [2, 4], [99.1 * MM, 67.7 * MM], [4.65 * MM, 13.1 * MM], [101.6 * MM, 67.7 * MM]],
    ] as const)(
      'that two decoders read from each label of the print sheet %s, and nothing else',
      async (layout, paper, [columns, rows], [width, height], [left, top], [across, down]) => {
        const { url, files } = await withLogo();
        // Printers feed sheets inexactly, so that the edge of a label stays empty.
        const edge = layout.startsWith('avery') ? INCH / 16 : 0;
        const labels = Array.from({ length: columns * rows }, (_, n) => {
          const corner = [left + (n % columns) * across, top + Math.floor(n / columns) * down] as const;
          return [corner[0] + edge, corner[1] + edge, width - 2 * edge, height - 2 * edge] as const;
        });
        for (const logo of [false, true]) {
          const { printSheet } = await files({ layout, logo, color: '#0b6e6e' });
          const fileName = expect.stringMatching(new RegExp(`^\\w{8}-${layout.replace('_', '-')}\\.pdf$`)) as string;
          expect(printSheet).toMatchObject({ mimeType: 'application/pdf', fileName });
          const [page] = readQrCodes([{ ...printSheet, labels, color: LOGO_COLOR }]);
          expect([page!.width, page!.height]).toEqual(paper.map((length) => Math.floor(length * 2)));
          expect(page).toMatchObject({ codes: labels.map(() => found(url, logo)), hasInkOutside: false });
          for (const { center } of page!.codes) {
            expect(Math.abs(center[0] - 0.5)).toBeLessThan(0.01);
            // The code has a quiet zone, and the text below it is smaller.
            expect(Math.abs(center[1] - 0.5)).toBeLessThan(0.06);
          }
        }
      },
      30_000,
    );

    it.each(seeds())(
      'with a logo that are read when 32% of the codewords are hidden, by the logo or otherwise (TEST_SEED=%i)',
      async (seed) => {
        const { url, files } = await withLogo();
        const { qrCode } = await files({ logo: true });
        const pick = pickFrom(seed);
        const damaged = Array.from({ length: 10 }, () => ({
          ...qrCode,
          content: hideCodewords(qrCode.content, url, 8, pick),
        }));
        expect(readQrCodes(damaged).map(({ codes }) => codes)).toEqual(damaged.map(() => [found(url, false)]));
      },
    );

    it('of which a request draws at most 50', async () => {
      const { client, files } = await withLogo();
      const add = (count: number) =>
        sql(
          `INSERT INTO placements (client_id, name, code) SELECT $1, 'P', gen_random_uuid() FROM generate_series(1, $2)`,
          client.id,
          count,
        );
      await add(24);
      // Each has an image and a sheet.
      await files({ format: 'svg' });
      await add(1);
      await expect(files({ format: 'svg' })).rejects.toMatchObject({
        message: 'Request at most 50 QR codes at once.',
      });
    });

    it('only in colors that can be scanned, and with the logo only if there is one', async () => {
      const { client, campaign, files, url } = await withLogo();
      for (const color of ['#cccccc', '#ffffff', '#f59e0b'])
        await expect(files({ color })).rejects.toMatchObject({ fields: { color: expect.stringMatching(/too light/) } });
      for (const color of ['red', '#12', '"/><script>'])
        await expect(files({ color })).rejects.toMatchObject({ fields: { color: expect.anything() } });
      await client.call(UpdateCampaignDocument, { id: campaign.id, input: { logoImageUrl: '' } });
      const { qrCode } = await files({ logo: true });
      expect(readQrCodes([{ ...qrCode, color: LOGO_COLOR }])[0]!.codes).toEqual([found(url, false)]);
    });
  });
});
