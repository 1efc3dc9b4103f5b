import { createCampaign, createClient } from '../../testing/fixtures';
import {
  CampaignVersionsDocument,
  DeleteCampaignDocument,
  EndAbTestDocument,
  StartAbTestDocument,
  UpdateCampaignDocument,
  UpdateClientDocument,
  type UpdateCampaignInput,
} from '../../testing/operations/generated';
import { startTestServer, type TestServer } from '../../testing/test-server';

describe('the versions of a campaign', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  async function setUp() {
    const client = await createClient(server);
    await server.admin(UpdateClientDocument, { id: client.id, input: { abTestingEnabled: true } });
    const campaign = await createCampaign(server, client.id, { headline: 'One' });
    const update = async (input: UpdateCampaignInput) =>
      (await client.call(UpdateCampaignDocument, { id: campaign.id, input })).updateCampaign;
    const history = async () =>
      (await client.call(CampaignVersionsDocument, { id: campaign.id })).campaign.versions.nodes as {
        number: number;
        content: UpdateCampaignInput;
        publishedBy: string | null;
      }[];
    return { client, campaign, update, history };
  }
  const headlines = (versions: { content: UpdateCampaignInput }[]) => versions.map(({ content }) => content.headline);

  it('are published by changes of its content, and by no others', async () => {
    const { client, campaign, update, history } = await setUp();
    await update({ headline: 'Two' });
    await update({ headline: 'Two', status: 'inactive' });
    await update({ archived: true });
    await update({ formFields: [{ id: 'phone', type: 'tel', label: 'Your phone' }] });
    const versions = await history();
    expect(headlines(versions)).toEqual(['Two', 'Two', 'One']);
    expect(versions.map(({ number }) => number)).toEqual([3, 2, 1]);
    expect(versions.map(({ publishedBy }) => publishedBy)).toEqual([
      client.login.username,
      client.login.username,
      'admin',
    ]);
    expect(versions[0]!.content.formFields).toEqual([
      { id: 'phone', type: 'tel', label: 'Your phone', placeholder: 'Your phone', required: true, options: [] },
    ]);
    expect(versions[1]!.content.formFields).toHaveLength(campaign.formFields.length);
  });

  it('contain all fields that can be updated, and restore them', async () => {
    const { update, history, campaign } = await setUp();
    const before = {
      ...{
        name: 'Roofs',
        slug: 'roofs',
        language: 'de',
        layout: 'picture',
        brandColor: '#aa3300',
        subheadline: '- Now',
      },
      ...{ formTitle: 'Ask', submitButtonText: 'Go', disclosure: 'Yes', contactPhone: '(415) 555-2671' },
      ...{ contactAddress: 'Main St', testimonials: [{ quote: 'Great', name: 'Ann', stars: 5 }], faq: [] },
      ...{ postSubmissionType: 'redirect', redirectUrl: 'https://example.com/thanks', thankYouMessage: 'Thanks' },
      ...{ logoSize: 64, formImageSize: 300, logoImageUrl: 'https://example.com/logo.png' },
    } as const satisfies UpdateCampaignInput;
    await update(before);
    await update({
      name: 'Other',
      language: 'en',
      testimonials: [],
      layout: 'split',
      redirectUrl: 'https://example.com',
    });
    const [, restored] = await history();
    expect(restored!.content).toMatchObject(before);
    const { id: _id, ...result } = await update(restored!.content);
    expect(result).toMatchObject({ ...before, slug: 'roofs' });
    expect((await history())[0]!.content).toEqual(restored!.content);
    expect(campaign.id).toBe(_id);
  });

  it('are numbered without gaps when changes are made at the same time', async () => {
    const { update, history } = await setUp();
    await Promise.all(Array.from({ length: 10 }, (_, n) => update({ headline: `Headline ${n}` })));
    const numbers = (await history()).map(({ number }) => number);
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 11 }, (_, n) => n + 1));
  });

  it('begin with the content of a campaign from before versions were kept', async () => {
    const { campaign, update, history } = await setUp();
    await server.dataSource.query('DELETE FROM campaign_versions WHERE campaign_id = $1', [campaign.id]);
    await update({ status: 'inactive' });
    expect(await history()).toEqual([]);
    await update({ headline: 'Two' });
    const versions = await history();
    expect(headlines(versions)).toEqual(['Two', 'One']);
    expect(versions[1]!.publishedBy).toBeNull();
  });

  it('are published by the end of an A/B test, and deleted with the campaign', async () => {
    const { client, campaign, history } = await setUp();
    const { startAbTest } = await client.call(StartAbTestDocument, {
      campaignId: campaign.id,
      input: { goal: 'leads', improvement: 50, variants: [{ headline: 'Tested' }] },
    });
    const variantId = startAbTest.variants[1]!.id;
    await client.call(EndAbTestDocument, { id: startAbTest.id, variantId });
    expect(headlines(await history())).toEqual(['Tested', 'One']);
    await client.call(DeleteCampaignDocument, { id: campaign.id });
    await server.doBulkWork();
    expect(
      await server.dataSource.query('SELECT FROM campaign_versions WHERE campaign_id = $1', [campaign.id]),
    ).toEqual([]);
  });
});
