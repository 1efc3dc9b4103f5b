import { createClientDomains } from '@dripline/runtime/landing/client-domains';
import { type ContractError, request } from '@dripline/runtime/http/request';
import {
  AddPasskeyDocument,
  BeginPasskeyDocument,
  BeginPasskeySignInDocument,
  CampaignDocument,
  ClientDocument,
  CreatePlacementDocument,
  DeleteClientDocument,
  FinishSignInDocument,
  RecordLandingViewDocument,
  UpdateClientDocument,
  UpdatePlacementDocument,
} from '../testing/operations/generated';
import { createCampaign, createClient } from '../testing/fixtures';
import { createSoftwareAuthenticator } from '../testing/software-authenticator';
import { LANDING_TOKEN, settings, startTestServer, type TestServer } from '../testing/test-server';
import { siteUrlOf } from './client-domain';

const noImages = { logoImageUrl: null, faviconImageUrl: null, socialImageUrl: null };
const INVALID = 'Enter a domain such as offers.example.com, without https:// and path.';

describe('the domain of a client', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer({ rateLimits: false })));
  afterAll(() => server.stop());

  const save = async (id: string, input: object) =>
    (await server.admin(UpdateClientDocument, { id, input })).updateClient;
  const rejection = (id: string, domain: string) =>
    save(id, { domain }).then(
      () => null,
      ({ code, fields }: ContractError) => ({ code, fields }),
    );
  /** Looks a host name up as a web server does that has not seen it before. */
  const find = (hostname: string) =>
    createClientDomains({
      ...{ internalUrl: server.internalUrl, token: LANDING_TOKEN, publicUrl: settings.publicUrl },
    }).find(hostname);

  it('is stored in lowercase, stays if it is omitted, and is removed by a blank string', async () => {
    const { id } = await createClient(server);
    expect((await save(id, { domain: 'Offers.Stored.Example' })).domain).toBe('offers.stored.example');
    expect((await save(id, { businessName: 'Stored', domain: null })).domain).toBe('offers.stored.example');
    expect((await save(id, { domain: '  ' })).domain).toBeNull();
  });

  it.each([
    ...['offers', 'https://offers.example.com', 'offers.example.com/page', 'offers.example.com:8443', '10.0.0.1'],
    ...['-offers.example.com', 'offers..example.com', `${'x'.repeat(64)}.example.com`, 'öffers.example.com', '[::1]'],
  ])('is not %s', async (domain) => {
    const { id } = await createClient(server);
    expect(await rejection(id, domain)).toEqual({ code: 'BAD_USER_INPUT', fields: { domain: INVALID } });
  });

  it('is neither that of the installation nor of another client', async () => {
    const [one, other] = [await createClient(server), await createClient(server)];
    const separate = await startTestServer({ publicUrl: 'https://leads.example.com' });
    try {
      const { id } = await createClient(separate);
      const attempt = separate.admin(UpdateClientDocument, { id, input: { domain: 'Leads.example.com' } });
      await expect(attempt).rejects.toMatchObject({
        fields: { domain: 'This is the domain of the whole installation. Enter another one.' },
      });
    } finally {
      await separate.stop();
    }
    await save(one.id, { domain: 'offers.taken.example' });
    expect(await rejection(other.id, 'OFFERS.taken.example')).toEqual({
      code: 'CONFLICT',
      fields: { domain: 'This domain belongs to another client. Enter another one.' },
    });
    const attempts = await Promise.all([one, other].map(({ id }) => rejection(id, 'offers.raced.example')));
    expect(attempts.filter((attempt) => attempt === null)).toHaveLength(1);
  });

  it('is that of landing pages, QR codes and links with white label only', async () => {
    const { id, handle, call } = await createClient(server);
    const campaign = await createCampaign(server, id);
    const { createPlacement: placement } = await call(CreatePlacementDocument, {
      ...{ campaignId: campaign.id, input: { name: 'Van' } },
    });
    const urls = async () => {
      const { landingUrl } = (await call(CampaignDocument, { id: campaign.id })).campaign;
      const { recordLandingView: page } = await server.visitor(RecordLandingViewDocument, {
        ...{ client: handle, slug: campaign.slug },
      });
      const { updatePlacement } = await call(UpdatePlacementDocument, { id: placement.id, input: { name: 'Van' } });
      return [landingUrl, page.siteUrl, updatePlacement.url];
    };
    const at = (site: string) => [
      `${site}/landing/${handle}/${campaign.slug}`,
      site,
      expect.stringMatching(new RegExp(`^${site}/q/\\w+$`)),
    ];
    await save(id, { domain: 'offers.linked.example' });
    expect(await urls()).toEqual(at('http://localhost:8080'));
    await save(id, { whiteLabelEnabled: true });
    expect(await urls()).toEqual(at('http://offers.linked.example:8080'));
    const https = { publicUrl: 'https://leads.example.com' };
    expect(siteUrlOf({ domain: 'offers.linked.example', whiteLabelEnabled: true }, https)).toBe(
      'https://offers.linked.example',
    );
  });

  it('leads to the product as its client sees it, with white label only, until the client is deleted', async () => {
    const { id, handle } = await createClient(server);
    const brand = { productName: 'Lead Boost', color: '#7c3aed', ...noImages };
    await save(id, { domain: 'offers.found.example', brand });
    expect(await find('offers.found.example')).toBeNull();
    await save(id, { whiteLabelEnabled: true });
    const found = await find('OFFERS.found.example');
    expect(found).toEqual({ clientHandle: handle, productName: 'Lead Boost', brand, shades: expect.any(Array) });
    // The client's ID opens a dashboard without a login.
    expect(JSON.stringify(found)).not.toContain(id);
    expect(await find('other.found.example')).toBeNull();
    await server.admin(DeleteClientDocument, { id });
    expect(await find('offers.found.example')).toBeNull();
  });

  it('has passkeys of its own', async () => {
    const client = await createClient(server);
    await save(client.id, { domain: 'offers.keys.example', whiteLabelEnabled: true });
    const onDomain = { 'x-forwarded-host': 'offers.keys.example:8080' };
    const claims = { origin: 'http://offers.keys.example:8080', rpId: 'offers.keys.example' };
    const begun = (await client.call(BeginPasskeyDocument, {}, onDomain)).beginPasskey;
    expect(begun.options).toMatchObject({ rp: { id: 'offers.keys.example' } });
    const authenticator = createSoftwareAuthenticator();
    const response = authenticator.create(begun.options, claims);
    await client.call(AddPasskeyDocument, { challenge: begun.challenge, name: 'Laptop', response }, onDomain);
    const signIn = async (headers: Record<string, string>) => {
      const { data } = await request(server.url, BeginPasskeySignInDocument, {}, { headers });
      const { challenge, options } = data.beginPasskeySignIn;
      const variables = { challenge, passkey: authenticator.sign(options, claims) };
      return request(server.url, FinishSignInDocument, variables, { headers });
    };
    expect((await signIn(onDomain)).data.finishSignIn.client?.id).toBe(client.id);
    await expect(signIn({})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(signIn({ 'x-forwarded-host': 'unknown.keys.example' })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });

  it('is accepted as the origin of a browser without fetch metadata, and another one is not', async () => {
    const client = await createClient(server);
    const call = (origin: string) =>
      client.call(ClientDocument, { id: client.id }, { origin, 'x-forwarded-host': 'offers.origin.example' });
    expect((await call('https://offers.origin.example')).client.id).toBe(client.id);
    await expect(call('https://elsewhere.example')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});
