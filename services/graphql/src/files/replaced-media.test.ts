import { CampaignDocument, FilesDocument, UpdateCampaignDocument } from '../testing/operations/generated';
import { createCampaign, createClient } from '../testing/fixtures';
import { startTestServer, type TestServer } from '../testing/test-server';
import { atTestServer, png, upload } from '../testing/uploads';
import { deleteMarkedObjects } from '../jobs/sweep-objects';

describe('campaign media', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer({ rateLimits: false })));
  afterAll(() => server.stop());

  const uploadImage = async (clientId?: string) => (await upload(server, server.admin, png(), { clientId })).objectPath;
  const save = (id: string, input: object) => server.admin(UpdateCampaignDocument, { id, input });
  const statuses = async (paths: string[]) => {
    await deleteMarkedObjects(server);
    return Promise.all(paths.map(async (path) => (await fetch(atTestServer(server, path))).status));
  };

  it('media is deleted once it is replaced or cleared, and not before', async () => {
    const client = await createClient(server);
    const [logo, background, image, next] = [
      await uploadImage(),
      await uploadImage(),
      await uploadImage(),
      await uploadImage(),
    ];
    const { id } = await createCampaign(server, client.id, {
      logoImageUrl: logo,
      backgroundImageUrl: background,
      formImageUrl: image,
    });
    await save(id, { headline: 'Hello', logoImageUrl: logo });
    await expect(save(id, { logoImageUrl: next, formVideoUrl: image })).rejects.toMatchObject({
      fields: { formVideoUrl: expect.any(String) as string },
    });
    expect(await statuses([logo, background, image, next])).toEqual([200, 200, 200, 200]);
    await save(id, { logoImageUrl: next, backgroundImageUrl: '', formImageUrl: null });
    expect(await statuses([logo, background, image, next])).toEqual([404, 404, 404, 200]);
    await save(id, { logoImageUrl: 'https://example.com/logo.png', formImageUrl: next });
    expect(await statuses([next])).toEqual([200]);
  });

  it('media stays if another campaign or the file manager uses it', async () => {
    const client = await createClient(server);
    const [shared, kept] = [await uploadImage(), await uploadImage(client.id)];
    const { id } = await createCampaign(server, client.id, { logoImageUrl: shared, formImageUrl: kept });
    const other = await createCampaign(server, client.id, { backgroundImageUrl: shared });
    await save(id, { logoImageUrl: null, formImageUrl: null });
    expect(await statuses([shared, kept])).toEqual([200, 200]);
    expect((await server.admin(FilesDocument, { clientId: client.id })).client.files.nodes).toHaveLength(1);
    await save(other.id, { backgroundImageUrl: null });
    expect(await statuses([shared, kept])).toEqual([404, 200]);
  });

  it('concurrent replacements leave only the image that is shown', async () => {
    const { id } = await createCampaign(server, (await createClient(server)).id);
    for (let round = 0; round < 10; round += 1) {
      const candidates = [await uploadImage(), await uploadImage(), await uploadImage()];
      await Promise.all(candidates.map((logoImageUrl) => save(id, { logoImageUrl })));
      const shown = (await server.admin(CampaignDocument, { id })).campaign.logoImageUrl;
      expect(await statuses(candidates)).toEqual(candidates.map((path) => (path === shown ? 200 : 404)));
    }
  });

  it('concurrent changes never delete an image that is shown', async () => {
    const client = await createClient(server);
    const one = await createCampaign(server, client.id);
    const other = await createCampaign(server, client.id);
    for (let round = 0; round < 15; round += 1) {
      const [first, second, third] = [await uploadImage(), await uploadImage(), await uploadImage()];
      await save(one.id, { logoImageUrl: first, formImageUrl: null });
      await save(other.id, { logoImageUrl: null, formImageUrl: second });
      await Promise.allSettled([
        save(one.id, { logoImageUrl: second }),
        save(other.id, { formImageUrl: first }),
        save(one.id, { logoImageUrl: third }),
        save(other.id, { formImageUrl: third, logoImageUrl: second }),
      ]);
      const shown = new Set<string | null | undefined>();
      for (const { id } of [one, other]) {
        const { campaign } = await server.admin(CampaignDocument, { id });
        shown.add(campaign.logoImageUrl).add(campaign.formImageUrl);
      }
      const all = [first, second, third];
      // An image that no save used may or may not be deleted.
      const expected = all.map((path) => (shown.has(path) ? 200 : path === third ? expect.any(Number) : 404) as number);
      expect(await statuses(all)).toEqual(expected);
    }
  });
});
