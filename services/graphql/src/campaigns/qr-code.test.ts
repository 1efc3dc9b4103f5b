import { QrCodeDocument } from '../testing/operations/generated';
import jsQr from 'jsqr';
import { PNG } from 'pngjs';
import { createCampaign, createClient } from '../testing/fixtures';
import { startTestServer, type TestServer } from '../testing/test-server';

describe('the QR code', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  it('is a printable PNG that encodes the landing page URL with source=qr', async () => {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id, { slug: 'spring' });
    const { qrCode } = (await client.call(QrCodeDocument, { campaignId: campaign.id })).campaign;
    expect(qrCode).toMatchObject({ fileName: 'spring-qrcode.png', mimeType: 'image/png' });
    const { width, height, data } = PNG.sync.read(Buffer.from(qrCode.content, 'base64'));
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(1024);
    expect(jsQr(new Uint8ClampedArray(data), width, height)?.data).toBe(
      `http://localhost:8080/landing/${client.handle}/spring?source=qr`,
    );
    // Every module is a whole number of pixels with sharp edges.
    expect(new Set(data)).toEqual(new Set([0, 255]));
    // The quiet zone is four white modules on every side.
    expect([...data.subarray(0, width * 4 * 40)].every((byte) => byte === 255)).toBe(true);
  });

  it('is also available as an SVG of the requested size', async () => {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id);
    const { qrCode } = (await client.call(QrCodeDocument, { campaignId: campaign.id, format: 'svg', size: 2048 }))
      .campaign;
    expect(Buffer.from(qrCode.content, 'base64').toString()).toMatch(/^<svg [^>]*width="2048" height="2048"/);
    await expect(client.call(QrCodeDocument, { campaignId: campaign.id, size: 20_000 })).rejects.toMatchObject({
      fields: { size: expect.any(String) },
    });
    const other = await createClient(server);
    await expect(other.call(QrCodeDocument, { campaignId: campaign.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
