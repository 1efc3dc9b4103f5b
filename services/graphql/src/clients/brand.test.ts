import { PRODUCT_SHADES } from '@dripline/contract/colors/shades';
import {
  BeginAuthenticatorDocument,
  BeginPasskeyDocument,
  ClientDocument,
  DashboardAccessDocument,
  DeleteClientDocument,
  RecordLandingViewDocument,
  UpdateClientDocument,
} from '../testing/operations/generated';
import { deleteMarkedObjects } from '../jobs/sweep-objects';
import { createCampaign, createClient } from '../testing/fixtures';
import { startTestServer, type TestServer } from '../testing/test-server';
import { atTestServer, png, upload } from '../testing/uploads';

const brand = {
  productName: 'Lead Boost',
  color: '#7c3aed',
  logoImageUrl: null,
  faviconImageUrl: null,
  socialImageUrl: null,
};
const noBrand = { ...brand, productName: '', color: '#146c74' };

describe('the brand of a client', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer({ rateLimits: false })));
  afterAll(() => server.stop());

  const uploadImage = async (bytes = png()) => (await upload(server, server.admin, bytes)).objectPath;
  const save = async (id: string, input: object) =>
    (await server.admin(UpdateClientDocument, { id, input })).updateClient;
  const access = async (clientId: string) =>
    (await server.visitor(DashboardAccessDocument, { clientId })).dashboardAccess;
  const statusOf = async (path: string) => {
    await deleteMarkedObjects(server);
    return (await fetch(atTestServer(server, path))).status;
  };
  const rejection = (id: string, changes: object) =>
    save(id, { brand: { ...brand, ...changes } }).then(
      () => null,
      ({ fields }: { fields: Record<string, string> }) => fields,
    );

  it('shows on the sign-in and the dashboard with white label only', async () => {
    const { id, businessName, call } = await createClient(server);
    expect((await save(id, {})).brand).toEqual(noBrand);
    expect((await save(id, { brand: { ...brand, productName: '  Lead Boost ', color: '#7C3AED' } })).brand).toEqual(
      brand,
    );
    const plain = { productName: 'Dripline', brand: null, shades: [] };
    expect(await access(id)).toEqual({ loginRequired: true, ...plain });
    expect((await call(ClientDocument, { id })).client.productName).toBe('Dripline');
    await save(id, { whiteLabelEnabled: true });
    const { shades, ...shown } = await access(id);
    expect(shown).toEqual({ loginRequired: true, productName: 'Lead Boost', brand });
    expect(shades).toHaveLength(PRODUCT_SHADES.length);
    expect(shades).not.toEqual(PRODUCT_SHADES);
    expect((await call(ClientDocument, { id })).client.productName).toBe('Lead Boost');
    await save(id, { brand: noBrand });
    expect(await access(id)).toMatchObject({ productName: businessName, shades: PRODUCT_SHADES });
  });

  it('shows on landing pages without a look of their own, with white label only', async () => {
    const { id, handle } = await createClient(server);
    const [logo, favicon, social, own] = [
      await uploadImage(),
      await uploadImage(),
      await uploadImage(),
      await uploadImage(),
    ];
    const images = { logoImageUrl: logo, faviconImageUrl: favicon, socialImageUrl: social };
    await save(id, { brand: { ...brand, ...images } });
    const plain = await createCampaign(server, id);
    const designed = await createCampaign(server, id, { logoImageUrl: own, brandColor: '#111111' });
    const pageOf = async ({ slug }: { slug: string }) =>
      (await server.visitor(RecordLandingViewDocument, { client: handle, slug })).recordLandingView;
    expect(await pageOf(plain)).toMatchObject({
      whiteLabel: false,
      productName: '',
      faviconUrl: null,
      socialImageUrl: null,
      logoImageUrl: null,
      brandColor: '#146c74',
    });
    await save(id, { whiteLabelEnabled: true });
    const shown = await pageOf(plain);
    expect(shown).toMatchObject({
      whiteLabel: true,
      productName: 'Lead Boost',
      socialImageUrl: social,
      logoImageUrl: logo,
      brandColor: '#7c3aed',
    });
    // The smallest copy of the icon, or the icon if it is small itself.
    expect(shown.faviconUrl).toMatch(/^\/objects\//);
    expect(shown.logoImage).not.toBeNull();
    expect(await pageOf(designed)).toMatchObject({ logoImageUrl: own, brandColor: '#111111' });
  });

  it('names the product where a team member adds a second factor', async () => {
    const { id, call, businessName } = await createClient(server);
    const names = async () => [
      new URL((await call(BeginAuthenticatorDocument, {})).beginAuthenticator.uri).searchParams.get('issuer'),
      ((await call(BeginPasskeyDocument, {})).beginPasskey.options as { rp: { name: string } }).rp.name,
    ];
    expect(await names()).toEqual(['Dripline', 'Dripline']);
    await save(id, { whiteLabelEnabled: true });
    expect(await names()).toEqual([businessName, businessName]);
    await save(id, { brand });
    expect(await names()).toEqual(['Lead Boost', 'Lead Boost']);
  });

  it('accepts only images that were uploaded for it, of a limited size', async () => {
    const [{ id }, other] = [await createClient(server), await createClient(server)];
    const foreign = (await upload(server, other.call, png(), { clientId: other.id })).objectPath;
    const text = (await upload(server, server.admin, Buffer.from('text'), { fileName: 'a.txt' })).objectPath;
    const missing = 'This file does not exist. Upload it again.';
    for (const url of ['https://example.com/logo.png', 'http://example.com/logo.png', '/objects/none', foreign])
      expect(await rejection(id, { logoImageUrl: url })).toEqual({ 'brand.logoImageUrl': expect.any(String) });
    expect(await rejection(id, { socialImageUrl: foreign })).toEqual({ 'brand.socialImageUrl': missing });
    expect(await rejection(id, { faviconImageUrl: text })).toEqual({ 'brand.faviconImageUrl': 'Choose an image.' });
    expect(await rejection(id, { faviconImageUrl: await uploadImage(png(1_100_000)) })).toEqual({
      'brand.faviconImageUrl': 'File size must be less than 1MB',
    });
    expect(await rejection(id, { color: 'purple' })).toEqual({
      'brand.color': 'Enter a color as # and six hexadecimal digits.',
    });
    expect(await rejection(id, { productName: 'x'.repeat(201) })).toEqual({
      'brand.productName': 'Product name must be at most 200 characters.',
    });
    expect((await save(id, {})).brand).toEqual(noBrand);
  });

  it('keeps its images until they are replaced or the client is deleted', async () => {
    const { id } = await createClient(server);
    const [first, second, shared] = [await uploadImage(), await uploadImage(), await uploadImage()];
    await save(id, { brand: { ...brand, logoImageUrl: first, faviconImageUrl: shared } });
    // A campaign that showed it too no longer does.
    const campaign = await createCampaign(server, id, { logoImageUrl: shared });
    expect(campaign.logoImageUrl).toBe(shared);
    await save(id, { businessName: 'Renamed' });
    expect([await statusOf(first), await statusOf(shared)]).toEqual([200, 200]);
    await save(id, { brand: { ...brand, logoImageUrl: second } });
    expect([await statusOf(first), await statusOf(second), await statusOf(shared)]).toEqual([404, 200, 200]);
    await server.admin(DeleteClientDocument, { id });
    await server.dataSource.query('UPDATE campaigns SET deleting = true WHERE client_id = $1', [id]);
    const [row] = await server.dataSource.query<{ shown: boolean }[]>('SELECT is_shown($1) AS shown', [second]);
    expect(row!.shown).toBe(false);
  });
});
