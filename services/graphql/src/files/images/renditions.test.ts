import { eventually } from '@dripline/runtime/testing/eventually';
import {
  DeleteCampaignDocument,
  UpdateCampaignDocument,
  RecordLandingViewDocument,
} from '../../testing/operations/generated';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { bucketKinds, createBucketStore } from '../../testing/bucket-kinds';
import { createCampaign, createClient } from '../../testing/fixtures';
import type { TestBucket } from '../../testing/test-bucket';
import { startTestServer, type TestServer } from '../../testing/test-server';
import { atTestServer, upload } from '../../testing/uploads';
import { hasStorageQuota } from '../reserve-storage-quota';
import { sweepObjects } from '../../jobs/sweep-objects';

const photo = () =>
  sharp({
    create: {
      width: 700,
      height: 350,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .jpeg({ quality: 95 })
    .toBuffer();

/** Runs with each store. */
describe.each([{ name: 'the local store', start: undefined }, ...bucketKinds])('image copies in $name', ({ start }) => {
  let bucket: TestBucket | undefined;
  let server: TestServer;
  beforeAll(async () => {
    bucket = await start?.();
    server = await startTestServer({}, bucket && (await createBucketStore(bucket)));
  });
  afterAll(async () => {
    await server.stop();
    await bucket?.stop();
  });

  const visit = async (client: { handle: string }, campaign: { slug: string }) =>
    (await server.visitor(RecordLandingViewDocument, { client: client.handle, slug: campaign.slug })).recordLandingView;
  const stored = async () =>
    (bucket ? await bucket.names() : readdirSync(path.join(server.objectFolder, 'public'))).length;
  const pending = async () =>
    bucket
      ? (await bucket.names()).filter((name) => name.startsWith('pending'))
      : readdirSync(path.join(server.objectFolder, 'pending'));
  const sweep = () => sweepObjects({ dataSource: server.dataSource, objectStore: server.objectStore });
  afterEach(async () => expect(await pending()).toEqual([]));

  it('copies are created on upload, shown to visitors, count towards no quota, and are deleted with the campaign', async () => {
    const client = await createClient(server);
    const before = await stored();
    const original = await photo();
    const { objectPath } = await upload(server, client.call, original, { fileName: 'My van.jpg' });
    const campaign = await createCampaign(server, client.id, {
      formImageUrl: objectPath,
      logoImageUrl: 'https://elsewhere.example/logo.png',
    });
    const { formImage, logoImage, backgroundImage } = await visit(client, campaign);
    expect([formImage!.width, formImage!.height, logoImage, backgroundImage]).toEqual([700, 350, null, null]);
    expect(formImage!.renditions.map(({ mimeType, width }) => `${mimeType} ${width}`)).toEqual([
      'image/avif 480',
      'image/avif 700',
      'image/webp 480',
      'image/webp 700',
    ]);
    for (const { url, mimeType, width } of formImage!.renditions) {
      expect(url).toMatch(new RegExp(`^/objects/[0-9a-f-]{36}/My-van-${width}\\.${mimeType.split('/')[1]}$`));
      const answer = await fetch(atTestServer(server, url));
      expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
        200,
        mimeType,
        'public, max-age=31536000, immutable',
      ]);
      expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(width);
    }
    expect(await stored()).toBe(before + 5);
    const { manager } = server.dataSource;
    const [{ remainingBytes }] = await server.dataSource.query<[{ remainingBytes: number }]>(
      'SELECT 10737418240 - $1::integer AS "remainingBytes"',
      [original.length],
    );
    expect([
      await hasStorageQuota(manager, client.id, Number(remainingBytes)),
      await hasStorageQuota(manager, client.id, Number(remainingBytes) + 1),
    ]).toEqual([true, false]);

    await server.admin(DeleteCampaignDocument, { id: campaign.id });
    await eventually(async () => expect(await stored()).toBe(before));
    for (const { url } of formImage!.renditions) expect((await fetch(atTestServer(server, url))).status).toBe(404);
  });

  it('copies are created when a campaign uses an image of the file manager, and the original is unchanged', async () => {
    const client = await createClient(server);
    const original = await photo();
    const { objectPath } = await upload(server, client.call, original, { clientId: client.id });
    const campaign = await createCampaign(server, client.id, {});
    await server.admin(UpdateCampaignDocument, {
      id: campaign.id,
      input: { backgroundImageUrl: `http://localhost:8080${objectPath}` },
    });
    expect((await visit(client, campaign)).backgroundImage!.renditions).toHaveLength(4);
    expect(Buffer.from(await (await fetch(atTestServer(server, objectPath))).arrayBuffer()).equals(original)).toBe(
      true,
    );
    // A client's file may have any content, so it is only checked when a campaign uses it.
    const { objectPath: broken } = await upload(server, client.call, original.subarray(0, 9_000), {
      clientId: client.id,
    });
    await expect(
      server.admin(UpdateCampaignDocument, { id: campaign.id, input: { formImageUrl: broken } }),
    ).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { formImageUrl: 'This image cannot be read. Save it again as JPEG or PNG.' },
    });
  });

  it('concurrent requests create the copies once', async () => {
    const client = await createClient(server);
    const { objectPath } = await upload(server, client.call, await photo(), { clientId: client.id });
    const campaigns = await Promise.all(
      [1, 2, 3].map(() => createCampaign(server, client.id, { logoImageUrl: objectPath })),
    );
    for (const campaign of campaigns) expect((await visit(client, campaign)).logoImage!.renditions).toHaveLength(4);
  });

  it('an unreadable image is rejected and deleted', async () => {
    const before = await stored();
    const truncated = (await photo()).subarray(0, 9_000);
    await expect(upload(server, server.admin, truncated)).rejects.toMatchObject({
      code: 'UNSUPPORTED_MEDIA_TYPE',
      message: 'This image cannot be read. Save it again as JPEG or PNG.',
    });
    await eventually(async () => expect(await stored()).toBe(before));
  });

  it('the sweep creates missing copies', async () => {
    const client = await createClient(server);
    const { objectPath } = await upload(server, client.call, await photo());
    const campaign = await createCampaign(server, client.id, { logoImageUrl: objectPath });
    await server.dataSource.query(
      `DELETE FROM stored_objects WHERE original_id = (SELECT id FROM stored_objects WHERE path = $1)`,
      [objectPath],
    );
    await server.dataSource.query(
      'UPDATE stored_objects SET width = NULL, height = NULL, rendered_at = NULL WHERE path = $1',
      [objectPath],
    );
    expect((await visit(client, campaign)).logoImage).toBeNull();
    await sweep();
    expect((await visit(client, campaign)).logoImage!.renditions).toHaveLength(4);
  });
});
