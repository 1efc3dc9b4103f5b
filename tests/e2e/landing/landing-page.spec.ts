import type { Page } from '@playwright/test';
import { expect, test as base } from '../fixtures';
import type { Api, CreatedClient } from '../testing/api';
import { expectAccessibleInAllThemes } from '../testing/axe';
import { runSql } from '../testing/database';
import { expectFocusOn, tabTo } from '../testing/keyboard';
import { drawPng, recordVideo } from '../testing/media';
import { OFFLINE, statusError } from '../testing/page-errors';

const FAILED = 'Failed to submit form. Please try again.';
const MARKUP = '<img src=x onerror=alert(1)> & <b>more</b>';
const withoutScript = { javaScriptEnabled: false };

interface Fixtures {
  /** Changes the campaign. */
  change: (data: Record<string, unknown>) => Promise<unknown>;
  /** A page on which JavaScript is disabled. */
  plain: Page;
}

/** The landing page in a browser. Server-side rendering is covered by web/server/landing.test.ts. */
const test = base.extend<Fixtures>({
  campaign: async ({ api, client }, use) => {
    const formFields = [
      { id: 'fullName', label: 'Full Name', type: 'text', placeholder: 'Jane Smith' },
      { id: 'phone', label: 'Phone <i>Number</i>', type: 'tel' },
      { id: 'email', label: 'Email', type: 'email', required: false },
      { id: 'roof', label: 'Roof', type: 'select', placeholder: 'Choose one', options: ['Slate', 'Tile & <b>co</b>'] },
      { id: 'notes', label: 'Notes', type: 'textarea', required: false },
    ];
    const texts = { headline: MARKUP, subheadline: 'For every house.', thankYouMessage: 'We <b>call</b> you.' };
    await use(await api.createCampaign(client, { ...texts, formFields }));
  },
  change: ({ api, campaign }, use) => use((data) => api.put(`/api/campaigns/${campaign.id}`, data)),
  plain: async ({ openPage }, use) => use(await openPage(withoutScript)),
});

const fillIn = async (page: Page, name: string) => {
  await page.getByLabel('Full Name').fill(name);
  await page.getByLabel('Phone').fill('(415) 555-2671');
  await page.getByLabel('Roof').selectOption('Slate');
};
const submitButton = (page: Page) => page.getByRole('button', { name: 'Get My Free Info' });
const expectThanks = (page: Page) => expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
const expectText = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();
const leadOf = async (api: Api, client: CreatedClient, name: string) =>
  (await api.leads(client)).find(({ fullName }) => fullName === name)!;

test(
  'shows the offer, the default illustration and the form, and escapes markup',
  { tag: '@touch' },
  async ({ page, client, campaign, isMobile }) => {
    await page.goto(campaign.landingUrl);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(MARKUP);
    await expectText(page, 'For every house.');
    // A phone shows the form instead.
    await expect(page.locator('svg.illustration')).toBeVisible({ visible: !isMobile });
    await expect(page.locator('.brand')).toHaveText(client.businessName);
    await expect(page.locator('label')).toHaveText([
      'Full Name *',
      'Phone <i>Number</i> *',
      'Email',
      'Roof *',
      'Notes',
    ]);
    await expect(page.getByLabel('Full Name')).toHaveAttribute('placeholder', 'Jane Smith');
    await expect(page.getByLabel('Email')).toHaveAttribute('placeholder', 'Email');
    await expect(page.getByLabel('Roof').locator('option')).toHaveText(['Choose one', 'Slate', 'Tile & <b>co</b>']);
    expect(
      await page
        .locator('.control')
        .evaluateAll((controls) =>
          controls.map((control) => `${control.tagName} ${(control as HTMLInputElement).type}`),
        ),
    ).toEqual(['INPUT text', 'INPUT tel', 'INPUT email', 'SELECT select-one', 'TEXTAREA textarea']);
    await expect(page.locator('img')).toHaveCount(0);
    expect(await page.content()).not.toContain(client.id);
    await expect(submitButton(page)).toBeVisible();
    await expectAccessibleInAllThemes(page);
  },
);

test(
  'shows each error at its field, announces it, and keeps the input',
  { tag: '@touch' },
  async ({ page, campaign, pageErrors }) => {
    pageErrors.expect(statusError('400 (Bad Request)'));
    await page.goto(campaign.landingUrl);
    await page.getByLabel('Full Name').fill('Ann Lee');
    await page.getByLabel('Email').fill('ann at home');
    await submitButton(page).click();
    await expectText(page, 'Phone <i>Number</i> is required');
    await expectText(page, 'Email must be an email address');
    await expectFocusOn(page, 'Phone <i>Number</i>');
    await expect(page.getByLabel('Phone')).toHaveAccessibleDescription(/Phone <i>Number<\/i> is required$/);
    await expectAccessibleInAllThemes(page);

    // Errors that only the server detects.
    await page.getByLabel('Phone').fill('12');
    await page.getByLabel('Email').fill('ann@lee');
    await page.getByLabel('Roof').selectOption('Slate');
    await expect(page.getByText('Phone <i>Number</i> is required')).toBeHidden();
    await submitButton(page).click();
    await expectText(page, 'Phone <i>Number</i> must be a phone number');
    await expect(page.getByLabel('Phone')).toHaveAccessibleDescription(/Phone <i>Number<\/i> must be a phone number$/);
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/Email must be an email address$/);
    await expectFocusOn(page, 'Phone <i>Number</i>');
    await expect(page.getByLabel('Full Name')).toHaveValue('Ann Lee');
  },
);

test(
  'shows that a submission failed, keeps the input, and accepts it on the next attempt',
  { tag: '@touch' },
  async ({ page, api, client, campaign, pageErrors }) => {
    pageErrors.expect(OFFLINE, statusError('404 (Not Found)'));
    await page.goto(campaign.landingUrl);
    await fillIn(page, 'Ann Lee');
    await page.context().setOffline(true);
    await submitButton(page).click();
    await expect(page.getByRole('alert')).toHaveText(FAILED);
    await expect(page.getByRole('status')).toContainText(FAILED);
    await expectAccessibleInAllThemes(page);
    await page.context().setOffline(false);

    await api.updateClient(client, { status: 'inactive' });
    await Promise.all([page.waitForResponse((response) => response.status() === 404), submitButton(page).click()]);
    await expect(page.getByRole('alert')).toHaveText(FAILED);
    await expect(page.getByLabel('Full Name')).toHaveValue('Ann Lee');
    expect(await api.leads(client)).toEqual([]);
    await api.updateClient(client, { status: 'active' });

    await page.getByLabel('Notes').fill('Mornings <script>');
    await submitButton(page).dblclick();
    await expectThanks(page);
    await expectText(page, 'We <b>call</b> you.');
    await expectFocusOn(page, 'Thank You!');
    await expectAccessibleInAllThemes(page);
    expect(await api.leads(client)).toMatchObject([
      { formData: { fullName: 'Ann Lee', roof: 'Slate', notes: 'Mornings <script>' }, source: null },
    ]);
  },
);

test('passes the source to the view count and to the lead, with the keyboard alone', async ({
  page,
  api,
  client,
  campaign,
}) => {
  await page.goto(`/LANDING/${client.handle}/${campaign.slug}?source=qr`);
  for (const [field, value] of [
    ['Full Name', 'Bob Ray'],
    ['Phone <i>Number</i>', '4155552672'],
    ['Roof', 'Slate'],
  ] as const) {
    await tabTo(page, field);
    await page.keyboard.type(value);
  }
  await page.keyboard.press('Enter');
  await tabTo(page, 'Get My Free Info');
  await page.keyboard.press('Enter');
  await expectThanks(page);
  await expect.poll(() => api.viewCount(client)).toBe(1);
  expect(await api.leads(client)).toMatchObject([{ source: 'qr', formData: { fullName: 'Bob Ray', roof: 'Slate' } }]);
});

test('works without JavaScript: errors, kept input, the thank-you page, and one lead for a double click', async ({
  plain,
  api,
  client,
  campaign,
  pageErrors,
}) => {
  pageErrors.expect(statusError('400 (Bad Request)'));
  await plain.goto(`${campaign.landingUrl}?source=flyer`);
  await fillIn(plain, 'Cy Doe');
  await plain.getByLabel('Phone').fill('12');
  await submitButton(plain).click();
  await expectText(plain, 'Phone <i>Number</i> must be a phone number');
  await expect(plain).toHaveTitle(/^Error: /);
  await expect(plain.getByLabel('Full Name')).toHaveValue('Cy Doe');
  await expect(plain.getByLabel('Roof')).toHaveValue('Slate');
  await expect(plain.getByLabel('Phone')).toHaveAttribute('aria-describedby', 'field-phone-error');
  await plain.getByLabel('Phone').fill('4155552673');
  await submitButton(plain).dblclick();
  await expectThanks(plain);
  await expectText(plain, 'We <b>call</b> you.');
  expect(await api.leads(client)).toMatchObject([{ source: 'flyer', formData: { fullName: 'Cy Doe' } }]);
});

test('shows the consent text at the button, and stores it with each lead: with script, without, and through the API', async ({
  page,
  plain,
  api,
  client,
  campaign,
  change,
}) => {
  const consentOf = async (name: string) => {
    const query = 'query ($id: ID!) { lead(id: $id) { consent { disclosure via ipAddress userAgent } } }';
    const variables = { id: (await leadOf(api, client, name)).id };
    return (await api.graphql<{ lead: { consent: object } }>(query, variables)).lead.consent;
  };
  await change({ disclosure: '{{businessName}} <b>texts</b> you. Reply STOP to stop.' });
  const disclosure = `${client.businessName} <b>texts</b> you. Reply STOP to stop.`;
  for (const [visitor, name] of [
    [page, 'Fay Orr'],
    [plain, 'Gus Poe'],
  ] as const) {
    await visitor.goto(campaign.landingUrl);
    await expectText(visitor, disclosure);
    await expect(submitButton(visitor)).toHaveAccessibleDescription(disclosure);
    await fillIn(visitor, name);
    await submitButton(visitor).click();
    await expectThanks(visitor);
    expect(await consentOf(name)).toMatchObject({
      disclosure,
      via: 'page',
      userAgent: expect.stringContaining('Mozilla/5.0'),
      ipAddress: expect.stringMatching(/./),
    });
  }
  const userAgent = 'a clients own site';
  await api.request.post(`/api/campaigns/${client.handle}/${campaign.slug}/leads`, {
    data: { fullName: 'Hal Quinn', phone: '4155552679', roof: 'Slate' },
    headers: { 'user-agent': userAgent },
  });
  expect(await consentOf('Hal Quinn')).toMatchObject({ disclosure, via: 'api', userAgent });

  const formFields = [{ id: 'email', type: 'email', label: 'Email' }];
  await page.goto((await api.createCampaign(client, { formFields })).landingUrl);
  await expect(submitButton(page)).toBeVisible();
  await expect(page.getByText('Reply STOP')).toHaveCount(0);
});

test('shows logo, background and image at their sizes, and a video in place of the image', async ({
  page,
  api,
  client,
  campaign,
  change,
}) => {
  const image = await api.upload(await drawPng(page, 'van.png', '#0000ff'));
  const media = { logoImageUrl: image, formImageUrl: image, backgroundImageUrl: image };
  await change({ ...media, logoSize: 100, formImageSize: 240 });
  await page.goto(campaign.landingUrl);
  const logo = page.getByRole('img', { name: client.businessName });
  expect((await logo.boundingBox())!.height).toBeGreaterThanOrEqual(100);
  expect(
    await page.locator('img.image').evaluate((shown: HTMLImageElement) => shown.decode().then(() => shown.height)),
  ).toBe(240);
  await expect(page.locator('svg.illustration')).toHaveCount(0);
  await expectAccessibleInAllThemes(page);

  await change({ formVideoUrl: await api.upload(await recordVideo(page, 'tour.webm')), formImageUrl: null });
  await page.reload();
  const video = page.locator('video');
  await video.evaluate((shown: HTMLVideoElement) => shown.play());
  expect(await video.evaluate((shown: HTMLVideoElement) => [shown.videoWidth, shown.controls])).toEqual([160, true]);
  await expect(page.locator('img.image')).toHaveCount(0);
  await expectAccessibleInAllThemes(page);
});

test('hides a logo and an image that cannot be loaded', async ({ page, campaign, change, pageErrors }) => {
  pageErrors.expect(statusError('404 (Not Found)'), 'request to https://pictures.example');
  const missing = 'https://pictures.example/no-such-picture.png';
  await page.route(missing, (route) => route.fulfill({ status: 404 }));
  await change({ logoImageUrl: missing, formImageUrl: missing });
  await page.goto(campaign.landingUrl);
  await expect(page.locator('img')).toHaveCount(2);
  await expect(page.locator('img.logo')).toBeHidden();
  await expect(page.locator('img.image')).toBeHidden();
  await expect(page.getByLabel('Full Name')).toBeVisible();
});

test('redirects the visitor to the campaign’s URL, with and without JavaScript', async ({
  page,
  plain,
  api,
  client,
  campaign,
  change,
  pageErrors,
}) => {
  const elsewhere = 'https://thanks.example/';
  pageErrors.expect('request to https://thanks.example');
  await change({ postSubmissionType: 'redirect', redirectUrl: elsewhere });
  // The other site does not exist, so its response is faked. Playwright cannot do that after a redirect by the server.
  await page.route(`${elsewhere}**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><h1>Elsewhere</h1>' }),
  );
  for (const [visitor, name] of [
    [page, 'Di Fox'],
    [plain, 'Ed Gray'],
  ] as const) {
    await visitor.goto(campaign.landingUrl);
    await fillIn(visitor, name);
    const [redirect] = await Promise.all([
      visitor.waitForRequest((request) => request.url().startsWith(elsewhere)),
      submitButton(visitor).click(),
    ]);
    expect([redirect.url(), redirect.method(), redirect.isNavigationRequest()]).toEqual([elsewhere, 'GET', true]);
    expect((await api.leads(client))[0]!.fullName).toBe(name);
  }
  await expect(page.getByRole('heading', { name: 'Elsewhere' })).toBeVisible();
});

for (const stored of [
  'javascript:document.title="taken"',
  'data:text/html,<script>document.title="taken"</script>',
  '//thanks.example/',
  'http://thanks.example/',
])
  test(`shows the thank-you page instead of redirecting to ${stored}, which an older campaign may contain`, async ({
    page,
    plain,
    stack,
    campaign,
  }) => {
    const sql = "UPDATE campaigns SET post_submission_type = 'redirect', redirect_url = $2 WHERE id = $1";
    await runSql(stack.dataDir, sql, [campaign.id, stored]);
    for (const visitor of [page, plain]) {
      await visitor.goto(campaign.landingUrl);
      await fillIn(visitor, 'Flo Hart');
      await submitButton(visitor).click();
      await expectThanks(visitor);
      expect(new URL(visitor.url()).origin).toBe(stack.origin);
      await expect(visitor).not.toHaveTitle(/taken/);
    }
  });

test('shows that a campaign does not exist', async ({ page, client, pageErrors }) => {
  pageErrors.expect(statusError('404 (Not Found)'));
  for (const path of [`/landing/${client.handle}/nothing`, '/landing/nobody/nothing']) {
    expect((await page.goto(path))!.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Campaign not found' })).toBeVisible();
  }
  await expectAccessibleInAllThemes(page);
});

test('the offer starts at the top beside a form of 20 questions and stays in sight', async ({
  page,
  campaign,
  change,
}) => {
  const formFields = Array.from({ length: 20 }, (_, index) => ({
    id: `question-${index}`,
    label: `Question ${index}`,
    type: 'text',
    placeholder: '',
    required: false,
    options: [],
  }));
  await change({ formFields });
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(campaign.landingUrl);
  const headline = page.getByRole('heading', { level: 1 });
  expect((await headline.boundingBox())!.y).toBeLessThan(300);
  await page.getByLabel('Question 19').scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(500);
  await expect(headline).toBeInViewport();
});
