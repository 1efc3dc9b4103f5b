import type { Page } from '@playwright/test';
import { expect, test as base } from '../fixtures';
import type { Api, CreatedClient } from '../testing/api';
import { untilIdle } from '../testing/network';
import type { PageErrors } from '../testing/page-errors';

declare global {
  interface Window {
    /** Set when injected markup runs. */
    ran?: string;
  }
}

const run = 'window.ran=1';
const elements = [
  `<script>${run}</script>`,
  `<ScRiPt>${run}</sCrIpT>`,
  `<script src=//elsewhere.example/x.js></script>`,
  `"><script>${run}</script>`,
  `'><script>${run}</script>`,
  `</textarea><script>${run}</script>`,
  `</title><script>${run}</script>`,
  `</style><script>${run}</script>`,
  `</script><script>${run}</script>`,
  `--><script>${run}</script>`,
  `]]><script>${run}</script>`,
  `<scr<script>ipt>${run}</script>`,
  `<noscript><p title="</noscript><img src=x onerror=${run}>">`,
  `<template><script>${run}</script></template>`,
  `<svg><script>${run}</script></svg>`,
  `<math><mtext></mtext><script>${run}</script></math>`,
  `<iframe src="javascript:parent.${run}"></iframe>`,
  `<iframe srcdoc="<script>parent.${run}</script>"></iframe>`,
  `<object data="data:text/html,<script>parent.${run}</script>"></object>`,
  `<embed src="data:image/svg+xml,<svg onload=${run}>">`,
  `<base href="//elsewhere.example/">`,
  `<meta http-equiv="refresh" content="0;url=//elsewhere.example">`,
  `<link rel=stylesheet href=//elsewhere.example/x.css>`,
  `<style>@import '//elsewhere.example/x.css';</style>`,
  `<form action=//elsewhere.example><button>Win</button></form>`,
  `<a href="javascript:${run}">Win</a>`,
  `<a href="jav&#x09;ascript:${run}">Win</a>`,
  `<plaintext>`,
  `<!--`,
  `<dialog open>Sign in again</dialog>`,
];
const handlers = [
  ...[
    'img src=x onerror',
    'svg onload',
    'body onload',
    'input autofocus onfocus',
    'details open ontoggle',
    'video src=x onerror',
    'audio src=x onerror',
    'marquee onstart',
  ],
  ...[
    'select autofocus onfocus',
    'textarea autofocus onfocus',
    'iframe onload',
    'object data=x onerror',
    'p style=animation-name:x onanimationstart',
    'image src=x onerror',
  ],
].map((start) => `<${start}=${run}>`);
const attributes = [
  `" onmouseover="${run}`,
  `' onmouseover='${run}`,
  `" autofocus onfocus="${run}" x="`,
  `\` onmouseover=${run} \``,
  `x onmouseover=${run}`,
  `" style="background:url(//elsewhere.example)`,
];
const others = [
  `{{constructor.constructor('${run}')()}}`,
  `\${${run}}`,
  `javascript:${run}`,
  `data:text/html,<script>${run}</script>`,
  `\\u003cscript\\u003e${run}\\u003c/script\\u003e`,
  `&lt;script&gt;${run}&lt;/script&gt;`,
  `%3Cscript%3E${run}%3C/script%3E`,
  `＜script＞${run}＜/script＞`,
  `';${run};//`,
  `";${run};//`,
];
const payloads = [...elements, ...handlers, ...attributes, ...others];

/** Any value of a text field is displayed as text and never interpreted as markup. */
const test = base.extend<{ expectNoMarkup: (page: Page) => Promise<void> }>({
  client: async ({ api }, use) => {
    const client = await api.createClient({ businessName: elements[0], authEnabled: false });
    await api.updateClient(client, { webhooksEnabled: true, monthlyCampaignLimit: 100 });
    await use(client);
  },
  expectNoMarkup: ({ pageErrors }, use) => use((page) => expectNoMarkup(page, pageErrors)),
});

async function expectNoMarkup(page: Page, pageErrors: PageErrors): Promise<void> {
  expect(await page.evaluate(() => window.ran)).toBeUndefined();
  await expect(
    page.locator(
      'plaintext, marquee, dialog[open]:not([role]), base[href], meta[http-equiv=refresh], [onerror], [onload], [onfocus]',
    ),
  ).toHaveCount(0);
  // Any other effect, including a policy violation, appears as a console error or a request to another site.
  pageErrors.check();
}

/** Creates a campaign whose texts are the payload. */
const createCampaign = (api: Api, client: CreatedClient, payload: string) =>
  api.createCampaign(client, {
    name: payload,
    headline: payload,
    subheadline: payload,
    thankYouMessage: payload,
    submitButtonText: payload.slice(0, 40),
    disclosure: payload,
    formFields: [
      { id: 'fullName', type: 'text', label: payload, placeholder: payload },
      { id: 'pick', type: 'select', label: `Pick ${payload}`, options: [payload, 'other'], required: false },
      { id: 'notes', type: 'textarea', label: `Notes ${payload}`, placeholder: payload, required: false },
    ],
  });

/** Creates a campaign with a lead, a view and a sequence for each payload. */
async function createEverything(api: Api, client: CreatedClient): Promise<void> {
  const createFor = async (payload: string) => {
    const campaign = await createCampaign(api, client, payload);
    const lead = { fullName: payload, pick: payload, notes: payload };
    await api.createLead(client, campaign, lead, encodeURIComponent(payload));
    await api.viewLandingPage(client, campaign, encodeURIComponent(payload));
    await api.createSequence(client, campaign, [[1, `Hi ${payload}`.replaceAll(/[{}]/g, '|')]], {
      name: payload,
      description: payload,
      triggerEvent: 'lead_contacted',
    });
  };
  await Promise.all(payloads.map(createFor));
}

test(`markup is displayed as text on a landing page and its thank-you page (${payloads.length} payloads)`, async ({
  page,
  api,
  client,
  expectNoMarkup,
}) => {
  test.setTimeout(300_000);
  expect(payloads.length).toBeGreaterThanOrEqual(60);
  for (const payload of payloads) {
    await page.goto((await createCampaign(api, client, payload)).landingUrl);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(payload);
    expect(await page.title()).toContain(payload.trim());
    await page.locator('[name=fullName]').fill(payload);
    await page.locator('button[type=submit]').click();
    await expect(page.getByText(payload, { exact: true }).first()).toBeVisible();
    await expectNoMarkup(page);
  }
});

test('markup is displayed as text on every screen of the client and the agency', async ({
  adminPage,
  api,
  client,
  expectNoMarkup,
}) => {
  test.setTimeout(300_000);
  await createEverything(api, client);
  for (const path of [
    ...['dashboard', 'campaigns', 'leads', 'leads&view=spam', 'sms', 'files', 'webhooks', 'settings'].flatMap((tab) => [
      `/client/dashboard/${client.id}?tab=${tab}`,
      `/client/${client.id}?tab=${tab}`,
    ]),
    ...['overview', 'clients', 'analytics', 'billing'].map((tab) => `/admin?tab=${tab}`),
  ])
    await test.step(path, async () => {
      await untilIdle(adminPage, () => adminPage.goto(path));
      await expect(adminPage.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await expectNoMarkup(adminPage);
    });

  await adminPage.goto(`/client/${client.id}?tab=leads`);
  await adminPage
    .getByRole('button', { name: /^View / })
    .first()
    .click();
  await expect(adminPage.getByRole('dialog').getByText('This lead is not in a follow-up sequence.')).toBeVisible();
  await expectNoMarkup(adminPage);
});

test('markup is displayed as text in the builder and its preview', async ({
  adminPage,
  api,
  client,
  expectNoMarkup,
}) => {
  for (const payload of payloads.filter((_, nth) => nth % 6 === 0)) {
    const { id } = await createCampaign(api, client, payload);
    await adminPage.goto(`/client/${client.id}/campaign/${id}`);
    const headline = adminPage.frameLocator('iframe').first().getByRole('heading', { level: 1 });
    await expect(headline).toBeVisible();
    expect(await headline.textContent()).toBe(payload);
    await expectNoMarkup(adminPage);
  }
});

test('markup is displayed as text in file names', async ({ adminPage, api, client, expectNoMarkup }) => {
  for (const name of elements.slice(0, 6))
    await api.upload({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n') }, client);
  await adminPage.goto(`/client/${client.id}?tab=files`);
  await expect(adminPage.getByText(elements[0]!, { exact: true }).last()).toBeVisible();
  await expectNoMarkup(adminPage);
});
