import { eventually } from '@dripline/runtime/testing/eventually';
import { asSystem } from '../access/scope';
import { createCampaign, createClient } from '../testing/fixtures';
import {
  CreatePlacementDocument,
  DeleteCampaignDocument,
  DeleteClientDocument,
  DeletePlacementDocument,
  EndAbTestDocument,
  StartAbTestDocument,
  SubmitLeadDocument,
  UpdateCampaignDocument,
  UpdateClientDocument,
  UpdatePlacementDocument,
} from '../testing/operations/generated';
import { startTestServer, type TestServer } from '../testing/test-server';
import { png, upload } from '../testing/uploads';
import { findLandingPageChanges } from './find-landing-page-changes';
import { recordViews } from './record-views';

describe('the changes of landing pages', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ rateLimits: false });
  });
  afterAll(() => server.stop());

  const find = (after: string | null) => asSystem(() => findLandingPageChanges(server.dataSource.manager, after));
  /**
   * Returns a position after which nothing is found yet. While earlier transactions run, also those of other databases,
   * the changes that were committed meanwhile are found again.
   */
  const newPosition = () =>
    eventually(async () => {
      const { position } = await find(null);
      return (await find(position)).clientIds?.length === 0 && position;
    });
  /** Returns whose pages changed while something was done. */
  async function changedBy(act: () => Promise<unknown>): Promise<string[]> {
    const position = await newPosition();
    await act();
    const { clientIds } = await find(position);
    return [...new Set(clientIds)];
  }

  it('are those of everything that a landing page shows', async () => {
    const client = await createClient(server);
    const other = await createClient(server);
    const { admin } = server;
    const update = (id: string, input: object) => admin(UpdateCampaignDocument, { id, input });
    expect(
      await changedBy(() => admin(UpdateClientDocument, { id: client.id, input: { businessName: 'New' } })),
    ).toEqual([client.id]);
    let campaign!: Awaited<ReturnType<typeof createCampaign>>;
    expect(await changedBy(async () => (campaign = await createCampaign(server, client.id)))).toEqual([client.id]);
    const { id } = campaign;
    expect(await changedBy(() => update(id, { headline: 'New' }))).toEqual([client.id]);
    const [field, ...fields] = campaign.formFields;
    const formFields = [{ ...field!, placeholder: 'New' }, ...fields];
    expect(await changedBy(() => update(id, { formFields }))).toEqual([client.id]);
    // Without a change of the campaign itself.
    const placeholders = `UPDATE form_fields SET placeholder = 'Other' WHERE campaign_id = $1`;
    expect(await changedBy(() => server.dataSource.query(placeholders, [id]))).toEqual([client.id]);
    const { createPlacement: placement } = await admin(CreatePlacementDocument, {
      campaignId: id,
      input: { name: 'Flyer' },
    });
    const later = await createCampaign(server, client.id);
    expect(
      await changedBy(() => admin(UpdatePlacementDocument, { id: placement.id, input: { campaignId: later.id } })),
    ).toEqual([client.id]);
    expect(await changedBy(() => admin(DeletePlacementDocument, { id: placement.id }))).toEqual([client.id]);
    expect(await changedBy(() => admin(DeleteCampaignDocument, { id: later.id }))).toEqual([client.id]);
    expect(
      await changedBy(async () => {
        await admin(DeleteClientDocument, { id: client.id });
        await admin(DeleteClientDocument, { id: other.id });
      }),
    ).toEqual(expect.arrayContaining([client.id, other.id]));
  });

  it('are those of an A/B test, and of its last view of a variant, but not of other views or leads', async () => {
    const client = await createClient(server);
    await server.admin(UpdateClientDocument, { id: client.id, input: { abTestingEnabled: true } });
    const campaign = await createCampaign(server, client.id);
    const input = { goal: 'leads' as const, improvement: 50, variants: [{ headline: 'Two' }] };
    const start = () => client.call(StartAbTestDocument, { campaignId: campaign.id, input });
    let test!: Awaited<ReturnType<typeof start>>['startAbTest'];
    expect(await changedBy(async () => (test = (await start()).startAbTest))).toEqual([client.id]);
    const [own] = test.variants;
    let batch = 0;
    const view = () =>
      asSystem(() =>
        recordViews(server.dataSource.manager, campaign.id, (batch += 1), [
          { campaignId: campaign.id, source: null, variantId: own!.id, agesMs: [1] },
        ]),
      );
    const submit = () =>
      server.visitor(SubmitLeadDocument, {
        client: client.handle,
        slug: campaign.slug,
        formData: { fullName: 'Ann', phone: '(415) 555-2671' },
      });
    expect(await changedBy(() => Promise.all([view(), submit()]))).toEqual([]);
    await server.dataSource.query(
      'UPDATE ab_test_variants SET views = views_per_variant - 1 FROM ab_tests WHERE ab_tests.id = test_id AND test_id = $1',
      [test.id],
    );
    expect(await changedBy(view)).toEqual([client.id]);
    expect(await changedBy(view)).toEqual([]);
    expect(await changedBy(() => client.call(EndAbTestDocument, { id: test.id, variantId: own!.id }))).toEqual([
      client.id,
    ]);
  });

  it('are those of new copies of an image', async () => {
    const client = await createClient(server);
    const { objectPath } = await upload(server, client.call, png(), { clientId: client.id });
    expect(
      await changedBy(() =>
        server.dataSource.query('UPDATE stored_objects SET rendered_at = now() WHERE path = $1', [objectPath]),
      ),
    ).toEqual([client.id]);
  });

  it('are found when a transaction commits that started before others', async () => {
    const slow = await createClient(server);
    const quick = await createClient(server);
    const rename = 'UPDATE clients SET business_name = $2 WHERE id = $1';
    const runner = server.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query(rename, [slow.id, 'Slow']);
    const first = await newPosition();
    await server.dataSource.query(rename, [quick.id, 'Quick']);
    const second = await find(first);
    expect(second.clientIds).toEqual([quick.id]);
    await runner.commitTransaction();
    await runner.release();
    const third = await find(second.position);
    expect(third.clientIds!.sort()).toEqual([quick.id, slow.id].sort());
    await newPosition();
  });

  it('are those of all clients after more than 1,000, and after a position that lies in the future', async () => {
    const position = await newPosition();
    const add = (count: number) =>
      server.dataSource.query(
        'INSERT INTO landing_page_changes (client_id) SELECT gen_random_uuid() FROM generate_series(1, $1::int)',
        [count],
      );
    await add(1_000);
    expect((await find(position)).clientIds).toHaveLength(1_000);
    await add(1);
    expect((await find(position)).clientIds).toBeNull();
    expect((await find(`${10n ** 17n}`)).clientIds).toBeNull();
  });
});
