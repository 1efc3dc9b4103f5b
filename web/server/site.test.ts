import type { RequestHandler } from 'express';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { ClientDomain } from '@dripline/runtime/landing/client-domains';
import { fillPage } from './page-settings';
import { clientDomainOf } from './site';
import { startWeb } from './testing/start-web';

const client: ClientDomain = {
  clientHandle: 'acme',
  productName: 'Fish & "Chips" $&',
  brand: {
    productName: 'Fish & "Chips" $&',
    color: '#7c3aed',
    logoImageUrl: '/objects/logo',
    faviconImageUrl: null,
    socialImageUrl: null,
  },
  shades: ['#ffffff'],
};
const html =
  '<title>{{productName}}</title><link rel="icon" href="/favicon.svg"><meta name="product" content="{{product}}">';
const settings = { PRODUCT_NAME: 'Leads', DEFAULT_PHONE_COUNTRY: 'US' };
const find = (hostname: string) =>
  Promise.resolve(hostname === 'offers.acme.example' ? client : hostname === 'unknown.example' ? undefined : null);

describe('the domain of a client', () => {
  let web: Awaited<ReturnType<typeof startWeb>>;
  beforeAll(async () => {
    const browserPart = {
      landing: { styles: '', script: '/landing.js' },
      renderer: () => Promise.reject(new Error('no landing page')),
      handler: (...[{ originalUrl: url }, response]: Parameters<RequestHandler>) =>
        void response.end(fillPage(html, { settings, url, client: clientDomainOf(response) })),
    };
    web = await startWeb({}, browserPart, { domains: { find } });
  });
  afterAll(() => web.stop());

  async function get(path: string, headers: Record<string, string>) {
    const [response] = (await once(request(web.url + path, { headers }).end(), 'response')) as [IncomingMessage];
    return { status: response.statusCode, location: response.headers.location, body: await text(response) };
  }

  test.each<[string, Record<string, string>]>([
    ['the host', { host: 'offers.acme.example:8443' }],
    ['the host that the ingress received', { host: 'web:8080', 'x-forwarded-host': 'offers.acme.example' }],
  ])('names %s, and its pages have the name, the icon and the product of the client', async (_, headers) => {
    const { body } = await get('/client/login', headers);
    expect(body).toContain('<title>Fish &#38; &#34;Chips&#34; $&#38;</title><link rel="icon" href="/objects/logo">');
    expect(body).toContain('&#34;shades&#34;:[&#34;#ffffff&#34;]');
    expect(body).not.toContain('acme');
  });

  test.each([
    ...['/', '/admin', '/admin/login', '/ADMIN/client/1', '/client/1', '/Client/1/campaign/2', '/client/dashboard/'],
    ...['/dev/ui', '/%61dmin', '/%41DMIN/login', '/client%2f1', '/admin/%zz'],
  ])('has no screen %s of administrators', async (path) => {
    const host = 'offers.acme.example';
    expect(await get(path, { host })).toMatchObject({ status: 302, location: '/client/login' });
    expect(await get(path, { host: 'leads.example' })).toMatchObject({ status: 200 });
  });

  test.each([
    '/client/login',
    '/client/login/',
    '/client/dashboard/1',
    '/client/dashboard/1/campaign/2',
    '/administer',
  ])('has the page of %s', async (path) => {
    expect(await get(path, { host: 'offers.acme.example' })).toMatchObject({ status: 200 });
  });

  test('that cannot be looked up names no product, and any other host does', async () => {
    expect((await get('/client/login', { host: 'unknown.example' })).body).toContain(
      '<title>Dashboard</title><link rel="icon" href="data:,"><meta name="product" content="">',
    );
    expect((await get('/client/login', { host: 'leads.example' })).body).toContain(
      '<title>Leads</title><link rel="icon" href="/favicon.svg"><meta name="product" content="">',
    );
  });
});
