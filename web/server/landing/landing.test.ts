import { formTokens } from '@dripline/runtime/landing/form-token';
import { createHash } from 'node:crypto';
import { createLandingCache } from '@dripline/runtime/landing/landing-cache';
import { log } from '../log';
import type { LandingView } from '../../src/landing/landing-view';
import { startTestServer } from '../testing/start-test-server';
import { startWeb } from '../testing/start-web';
import { FakeGraphql } from '../testing/fake-graphql';

const view: LandingView = {
  clientHandle: 'summit',
  slug: 'spring',
  businessName: 'Summit Water',
  whiteLabel: false,
  productName: '',
  faviconUrl: null,
  socialImageUrl: null,
  siteUrl: 'https://pages.example',
  language: 'en',
  translations: [],
  layout: 'split',
  brandColor: '#146c74',
  headline: 'Free inspection',
  subheadline: 'No cost.',
  logoImageUrl: null,
  logoSize: 64,
  backgroundImageUrl: null,
  formImageUrl: '/objects/uploads/1',
  formImageSize: 160,
  formVideoUrl: null,
  logoImage: null,
  backgroundImage: null,
  formImage: null,
  formTitle: '',
  adConsentText: '',
  submitButtonText: 'Get My Free Info',
  disclosure: 'Summit Water may text you. Reply STOP to stop.',
  contactPhone: '',
  contactAddress: '',
  testimonials: [],
  faq: [],
  pageVersion: '3f9a1c07be52',
  formFields: [
    { id: 'fullName', type: 'text', label: 'Full Name', placeholder: 'Jane', required: true, options: [] },
    { id: 'phone', type: 'tel', label: 'Phone Number', placeholder: 'Phone', required: true, options: [] },
    { id: 'age', type: 'select', label: 'Age', placeholder: 'Choose', required: false, options: ['Old', 'New'] },
  ],
};
const thanks = { id: '1', postSubmissionType: 'message', thankYouMessage: 'We will call you.', redirectUrl: null };
const LANDING_TOKEN = 'landing-token-of-the-tests';
const CLIENT_ID = '5f0c54ee-8d4c-4a25-9a5c-8b1f0a9f1f11';

let graphql: FakeGraphql;
let stub: Awaited<ReturnType<typeof startTestServer>>;
let web: Awaited<ReturnType<typeof startWeb>>;

beforeAll(async () => {
  stub = await startTestServer((request, response) => graphql.listener(request, response));
  web = await startWeb({ GRAPHQL_URL: `${stub.url}/graphql`, LANDING_TOKEN });
});
afterAll(async () => {
  await web.stop();
  await stub.stop();
});
beforeEach(() => {
  graphql = new FakeGraphql();
  graphql.responses = { RecordLandingView: { recordLandingView: view }, SubmitLead: { submitLead: thanks } };
});

const get = (path = '/landing/summit/spring', init: RequestInit = {}) =>
  fetch(web.url + path, { redirect: 'manual', ...init });
const post = (fields: Record<string, string>, path?: string) =>
  get(path, { method: 'POST', body: new URLSearchParams(fields) });

describe('a URL that cannot be stored', () => {
  test.each(['/landing/%00/spring', '/landing/summit/%00', '/landing/summit/a%7Fb'])(
    '%s does not exist',
    async (path) => {
      graphql.responses = {
        RecordLandingView: { error: { code: 'BAD_USER_INPUT', fields: { client: 'Control characters' } } },
        SubmitLead: { error: { code: 'BAD_USER_INPUT', fields: { client: 'Control characters' } } },
      };
      expect((await get(path)).status).toBe(404);
      expect((await post({ fullName: 'Ann Lee' }, path)).status).toBe(400);
    },
  );
});

describe('rendering the page', () => {
  test('it is complete without script: content, form, social card and canonical URL', async () => {
    const response = await get('/landing/summit/spring?source=qr');
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).toContain('<h1 dir="auto">Free inspection</h1>');
    expect(html).toContain('<link rel="canonical" href="https://pages.example/landing/summit/spring"/>');
    expect(html).toContain('<meta property="og:image" content="https://pages.example/objects/uploads/1"/>');
    expect(html).toContain('action="/landing/summit/spring?source=qr"');
    expect(html).toContain('data-endpoint="/api/campaigns/summit/spring/leads?source=qr&amp;pageVersion=3f9a1c07be52"');
    expect(html).toContain(
      '<p class="disclosure" id="_disclosure" dir="auto">Summit Water may text you. Reply STOP to stop.</p>',
    );
    expect(html).toContain('name="_page" value="3f9a1c07be52"');
    expect(html).toContain('Powered by Dripline');
    expect(graphql.requests.RecordLandingView?.[0]?.variables).toEqual({
      client: 'summit',
      slug: 'spring',
      source: 'qr',
      followsRedirects: true,
    });
  });

  test('on the domain of another client it does not exist, counts no view and accepts no form', async () => {
    graphql.responses.LandingPages = {
      landingPages: [{ campaignId: CLIENT_ID, clientId: CLIENT_ID, campaign: view, variants: [] }],
    };
    graphql.responses.RecordViews = { recordViews: true };
    const landings = createLandingCache({
      graphqlUrl: `${stub.url}/graphql`,
      internalUrl: `${stub.url}/graphql`,
      token: 'a token of the services',
      log,
    });
    const site = { productName: 'Lead Boost', brand: null, shades: [] };
    const domains = {
      find: (host: string) => Promise.resolve({ ...site, clientHandle: host.replace('.example', '') }),
    };
    const siteWeb = await startWeb({ GRAPHQL_URL: `${stub.url}/graphql` }, undefined, { landings, domains });
    const call = (host: string, init: RequestInit = {}) =>
      fetch(`${siteWeb.url}/landing/summit/spring`, {
        ...init,
        headers: { 'x-forwarded-host': host, 'user-agent': 'Mozilla/5.0' },
      });
    const form = { method: 'POST', body: new URLSearchParams({ fullName: 'Ann Lee' }) };
    expect([(await call('other.example')).status, (await call('other.example', form)).status]).toEqual([404, 404]);
    expect(graphql.requests.SubmitLead).toBeUndefined();
    expect([(await call('summit.example')).status, (await call('summit.example', form)).status]).toEqual([200, 200]);
    expect(graphql.requests.SubmitLead).toHaveLength(1);
    await landings.stop();
    await siteWeb.stop();
    const groups = graphql.requests.RecordViews!.flatMap(({ variables }) => variables.views as { agesMs: number[] }[]);
    expect(groups.map(({ agesMs }) => agesMs.length)).toEqual([1]);
  });

  test('each visitor gets a unique key and their own source, which is escaped', async () => {
    graphql.responses.LandingPages = { landingPages: [{ campaignId: CLIENT_ID, campaign: view, variants: [] }] };
    const landings = createLandingCache({
      graphqlUrl: `${stub.url}/graphql`,
      internalUrl: `${stub.url}/graphql`,
      token: 'a token of the services',
      log,
    });
    const cachingWeb = await startWeb(
      { GRAPHQL_URL: `${stub.url}/graphql`, LANDING_TOKEN: 'a token of the services' },
      undefined,
      { landings },
    );
    const read = async (query = '') =>
      (
        await fetch(`${cachingWeb.url}/landing/summit/spring${query}`, { headers: { 'user-agent': 'Googlebot' } })
      ).text();
    const hiddenInputs = (html: string) =>
      ['_key', '_token'].map((name) => new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1]);
    const pages = [await read(), await read(), await read('?source=%22%3E%3Cb%3E'), await read('?source=mail&x=1')];
    expect(new Set(pages.map((html) => hiddenInputs(html)[0])).size).toBe(4);
    for (const html of pages) {
      expect(hiddenInputs(html)).toEqual([expect.any(String), expect.any(String)]);
      expect(html).toContain('<style>body{margin:0}</style>');
    }
    expect(pages.map((html) => /data-endpoint="([^"]*)"/.exec(html)![1])).toEqual([
      '/api/campaigns/summit/spring/leads?pageVersion=3f9a1c07be52',
      '/api/campaigns/summit/spring/leads?pageVersion=3f9a1c07be52',
      '/api/campaigns/summit/spring/leads?source=%22%3E%3Cb%3E&amp;pageVersion=3f9a1c07be52',
      '/api/campaigns/summit/spring/leads?source=mail&amp;pageVersion=3f9a1c07be52',
    ]);
    await landings.stop();
    await cachingWeb.stop();
  });

  test('the URLs of the page keep where the visitor came from, escaped, and nothing else', async () => {
    const { host } = new URL(web.url);
    const endpointFor = async (query: string, referer: string, headers = {}) => {
      const html = await (await get(`/landing/summit/spring${query}`, { headers: { referer, ...headers } })).text();
      const [action, endpoint] = [/ action="([^"]*)"/, / data-endpoint="([^"]*)"/].map((url) => url.exec(html)![1]);
      expect(endpoint!.replace(/[?&](amp;)?pageVersion=.*$/, '')).toBe(
        action!.replace('/landing/', '/api/campaigns/').replace(/(\?|$)/, '/leads$1'),
      );
      return action!.replace('/landing/summit/spring', '').replaceAll('&amp;', '&');
    };
    expect(await endpointFor('?x=1&utm_term=%22%3E%3Cb%3E%01&gclid=Cj0K', 'https://www.google.com/search?q=ann')).toBe(
      '?referrer=https%3A%2F%2Fwww.google.com%2Fsearch&utm_term=%22%3E%3Cb%3E&gclid=Cj0K',
    );
    expect(await endpointFor('?utm_source=mail', `http://${host}/landing/summit/spring-en`)).toBe(
      '?source=mail&utm_source=mail',
    );
    expect(await endpointFor('?source=qr&utm_source=mail', 'no URL')).toBe('?source=qr&utm_source=mail');
    expect(await endpointFor('', 'https://a.example/', { 'x-forwarded-host': 'a.example' })).toBe('');
    expect(await endpointFor('?referrer=https://b.example/', 'https://a.example/')).toBe(
      '?referrer=https%3A%2F%2Fb.example%2F',
    );
  });

  test('a previous slug redirects to the current one and keeps the query', async () => {
    const response = await get('/landing/summit/winter?source=qr');
    expect([response.status, response.headers.get('location')]).toEqual([302, '/landing/summit/spring?source=qr']);
  });

  test('the short URL of a placement redirects to its campaign with its source, and is not found without one', async () => {
    const locationOf = async (path: string) => (await get(path)).headers.get('location');
    expect(await locationOf('/Q/ABCDEFGH?utm_source=x&source=forged')).toBe(
      '/landing/summit/spring?utm_source=x&source=qr-abcdefgh',
    );
    expect(await locationOf('/q/abcdefgh/')).toBe('/landing/summit/spring?source=qr-abcdefgh');
    expect(graphql.requests['RecordLandingView']![0]!.variables).toMatchObject({ client: null, slug: 'abcdefgh' });
    graphql.responses.RecordLandingView = { error: { code: 'NOT_FOUND' } };
    const response = await get('/q/mistyped');
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('Campaign not found');
    expect((await get('/q/abcdefgh/more')).status).toBe(404);
    expect((await post({}, '/q/abcdefgh')).headers.get('location')).toBeNull();
  });

  test('a white-label page does not name the product', async () => {
    graphql.responses.RecordLandingView = { recordLandingView: { ...view, whiteLabel: true } };
    const response = await get();
    expect(JSON.stringify([...response.headers]) + (await response.text())).not.toMatch(/dripline/i);
  });

  test('every response has a security policy that forbids inline code', async () => {
    const [shown, posted] = [await get(), await post({ fullName: 'Ann' })];
    graphql.responses.RecordLandingView = { error: { code: 'NOT_FOUND' } };
    for (const { headers } of [shown, posted, await get()]) {
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).not.toContain('unsafe');
      // The styles of start-web.ts.
      expect(policy).toContain(`style-src 'sha256-${createHash('sha256').update('body{margin:0}').digest('base64')}'`);
      for (const rule of [
        "default-src 'none'",
        "script-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self' https:",
      ])
        expect(policy.split('; ')).toContain(rule);
      expect(Object.fromEntries(headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'permissions-policy': expect.stringContaining('camera=()') as string,
      });
    }
  });

  test('a page in another language says everything in it, and links to its translations', async () => {
    const spanish = {
      ...view,
      language: 'es',
      formVideoUrl: '/objects/uploads/2',
      faq: [{ question: '¿Es gratis?', answer: 'Sí.' }],
      testimonials: [{ quote: 'Bien.', name: 'Ana', stars: 5 }],
      translations: [{ language: 'en', slug: 'spring-en' }],
    };
    graphql.responses.RecordLandingView = { recordLandingView: spanish };
    const html = await (await get('/landing/summit/spring?source=qr')).text();
    for (const part of [
      '<html lang="es" dir="ltr">',
      '<h2 lang="es">Preguntas frecuentes</h2>',
      'lang="es" aria-label="5 de 5 estrellas"',
      '<span lang="es">Con tecnología de Dripline</span>',
      '<h1 lang="es" tabindex="-1">¡Gracias!</h1>',
      'aria-label="Vídeo de Summit Water"',
      '&quot;required&quot;:&quot;{label}: este campo es obligatorio&quot;',
      '<a href="/landing/summit/spring-en?source=qr" lang="en" hrefLang="en">English</a>',
      '<link rel="alternate" hrefLang="en" href="https://pages.example/landing/summit/spring-en"/>',
      '<link rel="alternate" hrefLang="es" href="https://pages.example/landing/summit/spring"/>',
    ])
      expect(html.toLowerCase()).toContain(part.toLowerCase());
    expect(await (await post({ fullName: 'Ann' })).text()).toContain('<title>¡Gracias!</title>');
    graphql.responses.SubmitLead = { error: { code: 'UNAVAILABLE' } };
    expect(await (await post({ fullName: 'Ann' })).text()).toContain('No se pudo enviar el formulario.');
    graphql.responses.RecordLandingView = {
      recordLandingView: { ...spanish, headline: 'Ελληνικά παντού', language: 'de' },
    };
    expect(await (await get()).text()).toContain('<html lang="de"');
  });

  test('a page in its own color has it in styles that only its own policy allows', async () => {
    const stylesOf = async (response: Response) => {
      const [, colors = ''] = [...(await response.text()).matchAll(/<style>(.*?)<\/style>/g)].map(([, css]) => css!);
      const allowed = /style-src ([^;]*)/.exec(response.headers.get('content-security-policy') ?? '')![1]!.split(' ');
      return { colors, allowed };
    };
    const hashOf = (css: string) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`;
    expect((await stylesOf(await get())).allowed).toEqual([hashOf('body{margin:0}')]);
    for (const brandColor of ['#f97316', '#1d4ed8']) {
      graphql.responses.RecordLandingView = { recordLandingView: { ...view, brandColor } };
      graphql.responses.SubmitLead = { submitLead: thanks };
      const [shown, thanked] = [await stylesOf(await get()), await stylesOf(await post({ fullName: 'Ann' }))];
      graphql.responses.SubmitLead = { error: { code: 'BAD_USER_INPUT', fields: { phone: 'Enter a phone number' } } };
      for (const { colors, allowed } of [shown, thanked, await stylesOf(await post({ fullName: 'Ann' }))]) {
        expect(colors).toContain(`--accent:${brandColor};`);
        expect(allowed).toEqual([hashOf('body{margin:0}'), hashOf(colors)]);
      }
    }
  });

  test('benefits, testimonials, questions and the contact are complete without script', async () => {
    const shown = {
      ...view,
      subheadline: 'No cost.\n- Licensed\n- Insured',
      formTitle: 'Book a visit',
      contactPhone: '+1 (415) 555-0110',
      contactAddress: '12 Mill Street & Co',
      testimonials: [{ quote: 'On <b>time</b>.', name: 'Ann', stars: 4 }],
      faq: [{ question: 'Is it free?', answer: 'Yes.' }],
    };
    for (const layout of ['split', 'centered', 'picture']) {
      graphql.responses.RecordLandingView = { recordLandingView: { ...shown, layout } };
      const html = await (await get()).text();
      expect(html).toContain('<p class="subheadline" dir="auto">No cost.</p>');
      expect(html.match(/<li dir="auto">.*?<\/li>/g)?.map((item) => item.replace(/<.*?>/g, ''))).toEqual([
        'Licensed',
        'Insured',
      ]);
      expect(html).toContain('<h2 class="form-title" dir="auto">Book a visit</h2>');
      expect(html).toContain('<blockquote dir="auto">On &lt;b&gt;time&lt;/b&gt;.</blockquote>');
      expect(html).toContain('lang="en" aria-label="4 of 5 stars"');
      expect(html).toContain('<summary dir="auto">Is it free?</summary><p dir="auto">Yes.</p>');
      expect(html).toContain('<a href="tel:+14155550110">');
      expect(html).toContain('href="https://www.google.com/maps/search/?api=1&amp;query=12+Mill+Street+%26+Co"');
      expect(html).toContain('<meta name="description" content="No cost. Licensed Insured"/>');
    }
  });

  test('a visitor who saves data gets the picture layout without its photo', async () => {
    const photo = { width: 1600, height: 900, renditions: [{ url: '/objects/s', mimeType: 'image/webp', width: 480 }] };
    const picture = { ...view, layout: 'picture', formImage: photo };
    graphql.responses.RecordLandingView = { recordLandingView: picture };
    expect(await (await get()).text()).toContain('class="backdrop"');
    const saving = await (await get(undefined, { headers: { 'save-data': 'on' } })).text();
    expect(saving).not.toContain('<img');
    expect(saving).toContain('<div class="hero">');
  });

  test('a page opened by the client’s id reveals only the handle', async () => {
    expect(await (await get(`/Landing/${CLIENT_ID}/spring`)).text()).not.toContain(CLIENT_ID);
  });

  test('a HEAD request is forwarded as HEAD, so that it is not counted as a view', async () => {
    await get(undefined, {
      method: 'HEAD',
      headers: { 'user-agent': 'checker', 'sec-purpose': 'prefetch', 'x-forwarded-for': '203.0.113.9' },
    });
    expect(graphql.requests.RecordLandingView?.[0]?.headers).toMatchObject({
      'x-forwarded-method': 'HEAD',
      'user-agent': 'checker',
      'sec-purpose': 'prefetch',
      'x-forwarded-for': expect.stringMatching(/^203\.0\.113\.9, .*127\.0\.0\.1$/),
    });
  });

  test.each([
    ['Free inspection', 'Call us today', 'en', 'ltr'],
    ['Inspección gratis', 'Llámenos hoy', 'en', 'ltr'],
    ['בדיקה חינם לדוד המים', 'צרו קשר עוד היום', 'und-Hebr', 'rtl'],
    ['فحص مجاني لسخان المياه', 'اتصل بنا اليوم', 'und-Arab', 'rtl'],
    ['★ 20% הנחה על כל בדיקה', 'צרו קשר עוד היום', 'und-Hebr', 'rtl'],
    ['BOILER בדיקה חינם לדוד המים', 'צרו קשר עוד היום', 'und-Hebr', 'ltr'],
    ['Бесплатная проверка', 'Позвоните нам', 'und-Cyrl', 'ltr'],
    ['無料給湯器点検のごあんない', 'おといあわせください', 'und-Jpan', 'ltr'],
  ])(
    'a page with the headline “%s” claims no language that it cannot know',
    async (headline, subheadline, lang, dir) => {
      const translated = { ...view, headline, subheadline, formFields: [], submitButtonText: '→' };
      graphql.responses.RecordLandingView = { recordLandingView: translated };
      for (const html of [await (await get()).text(), await (await post({ fullName: 'Ann' })).text()])
        expect(html).toContain(`<html lang="${lang}" dir="${dir}">`);
    },
  );

  test('the texts of Dripline itself are English on every page', async () => {
    graphql.responses.RecordLandingView = { recordLandingView: { ...view, headline: 'בדיקה חינם' } };
    expect(await (await get()).text()).toContain('<span lang="en">Powered by Dripline</span>');
    expect(await (await post({ fullName: 'Ann' })).text()).toMatch(/<h1 lang="en"[^>]*>Thank You!<\/h1>/);
    graphql.responses.RecordLandingView = { error: { code: 'NOT_FOUND' } };
    expect(await (await get()).text()).toContain('<html lang="en" dir="ltr">');
  });

  test('text from the campaign is escaped', async () => {
    graphql.responses.RecordLandingView = {
      recordLandingView: { ...view, headline: '</script><img src=x onerror=alert(1)>' },
    };
    const html = await (await get()).text();
    expect(html).not.toContain('<img src=x');
    expect(html).toContain('&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;');
    expect(html).not.toMatch(/<script(?![^>]*src=)/);
  });

  test('a missing campaign returns a 404 page', async () => {
    graphql.responses.RecordLandingView = { error: { code: 'NOT_FOUND' } };
    const response = await get();
    expect(response.status).toBe(404);
    const html = await response.text();
    expect(html).toContain('<h1>Campaign not found</h1>');
    expect(html).not.toContain('try again');
  });

  test.each([
    ['RATE_LIMITED', 429],
    ['UNAVAILABLE', 503],
    ['FORBIDDEN', 503],
  ])('on %s the page says that the campaign was not found and asks to try again', async (code, status) => {
    graphql.responses.RecordLandingView = { error: { code, retryAfter: 33 } };
    const response = await get();
    const html = await response.text();
    expect([response.status, response.headers.get('retry-after')]).toEqual([status, '33']);
    expect(html).toContain('<h1>Campaign not found</h1>');
    expect(html).toContain('This page is temporarily unavailable. Please try again in a moment.');
  });

  test('an unreachable GraphQL server returns a 503 page that asks to try again', async () => {
    const disconnectedWeb = await startWeb({ GRAPHQL_URL: 'http://127.0.0.1:9/graphql' });
    const response = await fetch(`${disconnectedWeb.url}/landing/summit/spring`);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    expect(await response.text()).toMatch(/<h1>Campaign not found<\/h1>.*Please try again/);
    await disconnectedWeb.stop();
  });
});

describe('the form token and the honeypot', () => {
  const tokens = formTokens(LANDING_TOKEN);
  const tokenIn = (html: string) => /name="_token" value="([^"]+)"/.exec(html)?.[1] ?? '';
  const signedAt = (html: string, page = 'summit/spring') => tokens.read(page, tokenIn(html));

  test('each visitor gets a token with the current time, and a field that is hidden from people, keyboards and screen readers', async () => {
    const before = Date.now();
    const pages = [await (await get()).text(), await (await get('/landing/SUMMIT/Spring?source=qr')).text()];
    for (const html of pages) {
      const signedTime = signedAt(html);
      expect(signedTime).toBeInstanceOf(Date);
      expect((signedTime as Date).getTime()).toBeGreaterThanOrEqual(before);
      const honeypot = /<p class="honeypot" aria-hidden="true">[^<]*<input ([^>]*)\/>/.exec(html)?.[1];
      for (const part of ['type="text"', 'tabindex="-1"', 'autoComplete="off"', 'name="_website"'])
        expect(honeypot?.toLowerCase()).toContain(part.toLowerCase());
    }
  });

  test('the form submits both, and neither is stored as an answer', async () => {
    await post({ fullName: 'Ann', _token: 'a.b.c', _website: '' });
    await post({ fullName: 'Ann', _website: 'https://buy.example' });
    const submitted = graphql.requests.SubmitLead?.map(({ variables }) => [
      variables.formToken,
      variables.honeypotFilled,
      variables.formData,
    ]);
    expect(submitted).toEqual([
      ['a.b.c', false, { fullName: 'Ann' }],
      [undefined, true, { fullName: 'Ann' }],
    ]);
  });

  test('a page that is shown again with an error keeps its original time, even under a new slug, and a forged token stays forged', async () => {
    graphql.responses.SubmitLead = { error: { code: 'BAD_USER_INPUT', fields: { phone: 'Enter a phone number' } } };
    const receivedAt = new Date(Date.now() - 60_000);
    expect(
      signedAt(await (await post({ phone: '12', _token: tokens.sign('summit/spring', receivedAt) })).text()),
    ).toEqual(receivedAt);
    const moved = await post(
      { phone: '12', _token: tokens.sign('summit/winter', receivedAt) },
      '/landing/summit/winter',
    );
    expect(signedAt(await moved.text())).toEqual(receivedAt);
    expect(tokenIn(await (await post({ phone: '12', _token: 'made up' })).text())).toBe('made up');
    expect(signedAt(await (await post({ phone: '12' })).text())).toBeInstanceOf(Date);
  });

  test('without a service token there is no form token, and the form still works', async () => {
    const unsigned = await startWeb({ GRAPHQL_URL: `${stub.url}/graphql` });
    const html = await (await fetch(`${unsigned.url}/landing/summit/spring`)).text();
    expect([html.includes('_token'), html.includes('name="_website"')]).toEqual([false, true]);
    await unsigned.stop();
  });
});

describe('posting the form without script', () => {
  test('a valid submission shows the thank-you page and does not count another view', async () => {
    const fields = { fullName: 'Ann', phone: '555 0100', age: '', _key: 'k', _page: '3f9a1c07be52' };
    const response = await get('/landing/summit/spring?source=qr', {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { 'user-agent': 'Anns phone' },
    });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('We will call you.');
    expect(graphql.requests.SubmitLead?.[0]?.variables).toMatchObject({
      source: 'qr',
      pageVersion: '3f9a1c07be52',
      formData: { fullName: 'Ann', phone: '555 0100' },
    });
    expect(graphql.requests.SubmitLead?.[0]?.headers).toMatchObject({
      'user-agent': 'Anns phone',
      'x-forwarded-for': expect.stringContaining('127.0.0.1'),
    });
    expect(graphql.requests.RecordLandingView?.[0]?.headers['x-forwarded-method']).toBe('HEAD');
  });

  test('the lead gets where the visitor came from, without what cannot be stored', async () => {
    const query = 'source=%01qr%7f&utm_medium=cpc%00&gclid=%00&fbclid=IwAR0&referrer=https://a.example/?q=ann';
    const response = await get(`/landing/summit/spring?${query}`, {
      method: 'POST',
      body: new URLSearchParams({ fullName: 'Ann', phone: '555 0100' }),
      headers: { 'sec-gpc': '1', referer: `${web.url}/landing/summit/spring` },
    });
    expect(response.status).toBe(200);
    const [submission] = graphql.requests.SubmitLead!;
    expect(submission!.variables).toMatchObject({
      source: 'qr',
      attribution: { referrer: 'https://a.example/', utmMedium: 'cpc', fbclid: 'IwAR0' },
    });
    expect(submission!.headers).toMatchObject({ 'sec-gpc': '1' });
  });

  test('consent to tell ad networks is a checkbox that starts unticked, and is submitted as chosen', async () => {
    graphql.responses.RecordLandingView = { recordLandingView: { ...view, adConsentText: 'Tell <Google>.' } };
    const checkbox = /<input type="checkbox" name="_adConsent"[^>]*>/;
    const html = await (await get('/landing/summit/spring')).text();
    expect(checkbox.exec(html)?.[0]).not.toContain('checked');
    expect(html).toContain('<span>Tell &lt;Google&gt;.</span>');
    const chosen = async (...values: string[]) => {
      const body = new URLSearchParams([['fullName', 'Ann'], ...values.map((value) => ['_adConsent', value])]);
      const response = await get(undefined, { method: 'POST', body });
      return [graphql.requests.SubmitLead!.at(-1)!.variables['adConsent'], checkbox.exec(await response.text())?.[0]];
    };
    expect(await chosen('false', 'true')).toEqual([true, undefined]);
    expect(await chosen('false')).toEqual([false, undefined]);
    expect(await chosen()).toEqual([undefined, undefined]);
    graphql.responses.SubmitLead = { error: { code: 'UNAVAILABLE' } };
    expect(await chosen('false', 'true')).toEqual([true, expect.stringContaining('checked')]);
    expect(await chosen('false')).toEqual([false, expect.not.stringContaining('checked')]);
  });

  test('posting the same answers twice sends one key, and changed answers send another', async () => {
    await post({ fullName: 'Ann', _key: 'k' });
    await post({ fullName: 'Ann', _key: 'k' });
    await post({ fullName: 'Bob', _key: 'k' });
    const keys = graphql.requests.SubmitLead?.map(({ variables }) => variables.idempotencyKey);
    expect(keys?.[0]).toEqual(expect.any(String));
    expect(keys?.[1]).toBe(keys?.[0]);
    expect(keys?.[2]).not.toBe(keys?.[0]);
  });

  test('it redirects only to https URLs', async () => {
    graphql.responses.SubmitLead = {
      submitLead: { ...thanks, postSubmissionType: 'redirect', redirectUrl: 'https://summit.example/thanks' },
    };
    const good = await post({ fullName: 'Ann' });
    expect([good.status, good.headers.get('location')]).toEqual([303, 'https://summit.example/thanks']);
    graphql.responses.SubmitLead = {
      submitLead: { ...thanks, postSubmissionType: 'redirect', redirectUrl: 'javascript:alert(1)' },
    };
    const bad = await post({ fullName: 'Ann' });
    expect([bad.status, bad.headers.get('location')]).toEqual([200, null]);
    expect(await bad.text()).toContain('We will call you.');
  });

  test('an invalid answer shows an error at its field, and the values are kept', async () => {
    graphql.responses.SubmitLead = { error: { code: 'BAD_USER_INPUT', fields: { phone: 'Enter a phone number' } } };
    const response = await post({ fullName: 'Ann <b>', phone: '12', age: 'New', _key: 'page-key' });
    const html = await response.text();
    expect(response.status).toBe(400);
    expect(html).toContain('value="Ann &lt;b&gt;"');
    expect(html).toMatch(/<option dir="auto" selected="">New<\/option>/);
    expect(html).toMatch(/id="field-phone"[^>]*aria-invalid="true"[^>]*aria-describedby="field-phone-error"/);
    expect(html).toContain('<p class="error" id="field-phone-error" dir="auto">Enter a phone number</p>');
    expect(html).toContain('name="_key" value="page-key"');
    expect(html).toContain('<title>Error: ');
  });

  test.each([
    ['RATE_LIMITED', 429],
    ['UNAVAILABLE', 503],
  ])('on %s the form is kept with an error message', async (code, status) => {
    graphql.responses.SubmitLead = { error: { code, retryAfter: 33 } };
    const response = await post({ fullName: 'Ann' });
    const html = await response.text();
    expect([response.status, response.headers.get('retry-after')]).toEqual([status, '33']);
    expect(html).toContain('value="Ann"');
    expect(html).toContain('Failed to submit form. Please try again.');
  });

  test('submitted values are kept even when the campaign cannot be loaded', async () => {
    const disconnectedWeb = await startWeb({ GRAPHQL_URL: 'http://127.0.0.1:9/graphql' });
    const response = await fetch(`${disconnectedWeb.url}/landing/summit/spring`, {
      method: 'POST',
      body: new URLSearchParams({ fullName: 'Ann', _page: '3f9a1c07be52' }),
    });
    const html = await response.text();
    expect(response.status).toBe(503);
    expect(html).toContain('Failed to submit form. Please try again.');
    expect(html).toMatch(/name="fullName"[^>]*>Ann</);
    // The page version stays that of the page on which the visitor agreed.
    expect(html).toMatch(/name="_page"[^>]*value="3f9a1c07be52"/);
    await disconnectedWeb.stop();
  });
});
