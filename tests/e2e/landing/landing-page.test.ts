import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { expectAccessibleInAllThemes } from '../testing/all-themes';
import { runSql } from '../testing/database';
import { expectFocusOn, tabTo } from '../testing/keyboard';
import { recordVideo, drawPng } from '../testing/media';
import { createClient, type CreatedClient } from '../testing/create-client';
import { uploadFile } from '../testing/upload-file';
import { useHarness } from '../testing/harness';

const FAILED = 'Failed to submit form. Please try again.';
const MARKUP = '<img src=x onerror=alert(1)> & <b>more</b>';

interface Campaign {
  id: string;
  slug: string;
  landingUrl: string;
}

interface Lead {
  id: string;
  campaignId: string;
  source: string | null;
  formData: Record<string, string>;
}

/** The landing page in a browser. Server-side rendering is covered by web/server/landing.test.ts. */
describe('the landing page', () => {
  const harness = useHarness();
  let admin: Page;
  let page: Page;
  let client: CreatedClient;
  let campaign: Campaign;

  beforeAll(async () => {
    ({ page: admin } = await harness.admin());
    ({ page } = await harness.openSession());
    client = await createClient(admin.context());
    const formFields = [
      { id: 'fullName', label: 'Full Name', type: 'text', placeholder: 'Jane Smith' },
      { id: 'phone', label: 'Phone <i>Number</i>', type: 'tel' },
      { id: 'email', label: 'Email', type: 'email', required: false },
      { id: 'roof', label: 'Roof', type: 'select', placeholder: 'Choose one', options: ['Slate', 'Tile & <b>co</b>'] },
      { id: 'notes', label: 'Notes', type: 'textarea', required: false },
    ];
    campaign = await newCampaign({
      name: 'Roofs',
      headline: MARKUP,
      subheadline: 'For every house.',
      thankYouMessage: 'We <b>call</b> you.',
      formFields,
    });
  });

  const newCampaign = async (data: Record<string, unknown>) =>
    (await (await admin.request.post(`/api/clients/${client.id}/campaigns`, { data })).json()) as Campaign;
  const change = async (data: Record<string, unknown>, path = `/api/campaigns/${campaign.id}`) =>
    expect((await admin.request.put(path, { data })).status()).toBe(200);
  const leads = async () => (await (await admin.request.get(`/api/clients/${client.id}/leads`)).json()) as Lead[];
  const consentOf = async (name: string) => {
    const { id } = (await leads()).find(({ formData }) => formData['fullName'] === name)!;
    const query = `{ lead(id: "${id}") { consent { disclosure via ipAddress userAgent } } }`;
    return (
      (await (await admin.request.post('/graphql', { data: { query } })).json()) as {
        data: { lead: { consent: object } };
      }
    ).data.lead.consent;
  };
  const fillIn = async (target: Page, name: string) => {
    await target.getByLabel('Full Name').fill(name);
    await target.getByLabel('Phone').fill('(415) 555-2671');
    await target.getByLabel('Roof').selectOption('Slate');
  };
  const submitButton = (target: Page) => target.getByRole('button', { name: 'Get My Free Info' });
  const thanked = (target: Page) => target.getByRole('heading', { name: 'Thank You!' }).waitFor();
  /** Returns the accessible description of a control. */
  const descriptionOf = (label: string) =>
    page
      .getByLabel(label)
      .evaluate((control) => document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent);
  const consoleError = (status: string) =>
    `console error: Failed to load resource: the server responded with a status of ${status}`;

  it('shows the offer, the default illustration and the form, and escapes markup', async () => {
    await page.goto(campaign.landingUrl);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(MARKUP);
    await page.getByText('For every house.', { exact: true }).waitFor();
    await page.locator('svg.illustration').waitFor();
    expect(await page.locator('.brand').innerText()).toBe(client.businessName);
    expect(await page.locator('label').allInnerTexts()).toEqual([
      'Full Name *',
      'Phone <i>Number</i> *',
      'Email',
      'Roof *',
      'Notes',
    ]);
    expect(await page.getByLabel('Full Name').getAttribute('placeholder')).toBe('Jane Smith');
    expect(await page.getByLabel('Email').getAttribute('placeholder')).toBe('Email');
    expect(await page.getByLabel('Roof').locator('option').allInnerTexts()).toEqual([
      'Choose one',
      'Slate',
      'Tile & <b>co</b>',
    ]);
    expect(
      await page
        .locator('.control')
        .evaluateAll((controls) =>
          controls.map((control) => `${control.tagName} ${(control as HTMLInputElement).type}`),
        ),
    ).toEqual(['INPUT text', 'INPUT tel', 'INPUT email', 'SELECT select-one', 'TEXTAREA textarea']);
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.content()).not.toContain(client.id);
    await submitButton(page).waitFor();
    await expectAccessibleInAllThemes(page);
  });

  it('shows each error at its field, announces it, and keeps the input', async () => {
    await page.getByLabel('Full Name').fill('Ann Lee');
    await page.getByLabel('Email').fill('ann at home');
    await submitButton(page).click();
    await page.getByText('Phone <i>Number</i> is required', { exact: true }).waitFor();
    await page.getByText('Email must be an email address', { exact: true }).waitFor();
    await expectFocusOn(page, 'Phone <i>Number</i>');
    expect(await descriptionOf('Phone')).toBe('Phone <i>Number</i> is required');
    await expectAccessibleInAllThemes(page);

    // Errors that only the server detects.
    await page.getByLabel('Phone').fill('12');
    await page.getByLabel('Email').fill('ann@lee');
    await page.getByLabel('Roof').selectOption('Slate');
    expect(await page.getByText('Phone <i>Number</i> is required').isVisible()).toBe(false);
    await submitButton(page).click();
    await page.getByText('Phone <i>Number</i> must be a phone number', { exact: true }).waitFor();
    expect(await descriptionOf('Phone')).toBe('Phone <i>Number</i> must be a phone number');
    expect(await descriptionOf('Email')).toBe('Email must be an email address');
    await expectFocusOn(page, 'Phone <i>Number</i>');
    expect(await page.getByLabel('Full Name').inputValue()).toBe('Ann Lee');
    expect(harness.errorLog.pageErrors.splice(0)).toEqual([consoleError('400 (Bad Request)')]);
  });

  it('shows that a submission failed, keeps the input, and accepts it on the next attempt', async () => {
    await page.getByLabel('Email').fill('');
    await fillIn(page, 'Ann Lee');
    await page.context().setOffline(true);
    await submitButton(page).click();
    await page.getByRole('alert').getByText(FAILED, { exact: true }).waitFor();
    await expectAccessibleInAllThemes(page);
    await page.context().setOffline(false);

    await change({ status: 'inactive' }, `/api/clients/${client.id}`);
    await Promise.all([page.waitForResponse((response) => response.status() === 404), submitButton(page).click()]);
    await page.getByRole('alert').getByText(FAILED, { exact: true }).waitFor();
    expect(await page.getByLabel('Full Name').inputValue()).toBe('Ann Lee');
    expect(await leads()).toEqual([]);
    await change({ status: 'active' }, `/api/clients/${client.id}`);

    await page.getByLabel('Notes').fill('Mornings <script>');
    await submitButton(page).dblclick();
    await thanked(page);
    await page.getByText('We <b>call</b> you.', { exact: true }).waitFor();
    await expectFocusOn(page, 'Thank You!');
    await expectAccessibleInAllThemes(page);
    expect(await leads()).toMatchObject([
      { formData: { fullName: 'Ann Lee', roof: 'Slate', notes: 'Mornings <script>' }, source: null },
    ]);
    expect(harness.errorLog.pageErrors.splice(0)).toEqual([
      'console error: Failed to load resource: net::ERR_INTERNET_DISCONNECTED',
      consoleError('404 (Not Found)'),
    ]);
  });

  it('passes the source to the view count and to the lead, with the keyboard alone', async () => {
    const scans = async () =>
      (
        (await (await admin.request.get(`/api/campaigns/${campaign.id}/scan-analytics`)).json()) as {
          totalScans: number;
        }
      ).totalScans;
    expect(await scans()).toBe(0);
    await page.goto(`/LANDING/${client.handle}/${campaign.slug}?source=qr`);
    await tabTo(page, 'Full Name');
    await page.keyboard.type('Bob Ray');
    await tabTo(page, 'Phone <i>Number</i>');
    await page.keyboard.type('4155552672');
    await tabTo(page, 'Roof');
    await page.keyboard.type('Slate');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Get My Free Info');
    await page.keyboard.press('Enter');
    await thanked(page);
    // Views are counted asynchronously.
    while ((await scans()) === 0) await delay(50);
    expect(await scans()).toBe(1);
    expect((await leads())[0]).toMatchObject({ source: 'qr', formData: { fullName: 'Bob Ray', roof: 'Slate' } });
  });

  it('works without JavaScript: errors, kept input, the thank-you page, and one lead for a double click', async () => {
    const { page: plain, context } = await harness.personWithoutScript();
    await plain.goto(`${campaign.landingUrl}?source=flyer`);
    await fillIn(plain, 'Cy Doe');
    await plain.getByLabel('Phone').fill('12');
    await submitButton(plain).click();
    await plain.getByText('Phone <i>Number</i> must be a phone number', { exact: true }).waitFor();
    expect(await plain.title()).toMatch(/^Error: /);
    expect(await plain.getByLabel('Full Name').inputValue()).toBe('Cy Doe');
    expect(await plain.getByLabel('Roof').inputValue()).toBe('Slate');
    expect(await plain.getByLabel('Phone').getAttribute('aria-describedby')).toBe('field-phone-error');
    await plain.getByLabel('Phone').fill('4155552673');
    await submitButton(plain).dblclick();
    await thanked(plain);
    await plain.getByText('We <b>call</b> you.', { exact: true }).waitFor();
    expect((await leads()).filter(({ formData }) => formData['fullName'] === 'Cy Doe')).toMatchObject([
      { source: 'flyer' },
    ]);
    await context.close();
    expect(harness.errorLog.pageErrors.splice(0)).toEqual([consoleError('400 (Bad Request)')]);
  });

  it('shows the consent text at the button, and stores it with each lead: with script, without, and through the API', async () => {
    await change({ disclosure: '{{businessName}} <b>texts</b> you. Reply STOP to stop.' });
    const wording = `${client.businessName} <b>texts</b> you. Reply STOP to stop.`;
    const plain = await harness.personWithoutScript();
    for (const [visitor, name] of [
      [page, 'Fay Orr'],
      [plain.page, 'Gus Poe'],
    ] as const) {
      await visitor.goto(campaign.landingUrl);
      await visitor.getByText(wording, { exact: true }).waitFor();
      const described = await submitButton(visitor).getAttribute('aria-describedby');
      expect(await visitor.locator(`[id="${described}"]`).innerText()).toBe(wording);
      await fillIn(visitor, name);
      await submitButton(visitor).click();
      await thanked(visitor);
      expect(await consentOf(name)).toMatchObject({
        disclosure: wording,
        via: 'page',
        userAgent: expect.stringContaining('Mozilla/5.0') as string,
        ipAddress: expect.stringMatching(/./) as string,
      });
    }
    await plain.context.close();
    const formData = { fullName: 'Hal Quinn', phone: '4155552679', roof: 'Slate' };
    await admin.request.post(`/api/campaigns/${client.handle}/${campaign.slug}/leads`, {
      data: formData,
      headers: { 'user-agent': 'a clients own site' },
    });
    expect(await consentOf('Hal Quinn')).toMatchObject({
      disclosure: wording,
      via: 'api',
      userAgent: 'a clients own site',
    });

    const emailCampaign = { name: 'By email', formFields: [{ id: 'email', type: 'email', label: 'Email' }] };
    await page.goto((await newCampaign(emailCampaign)).landingUrl);
    await submitButton(page).waitFor();
    expect(await page.getByText('Reply STOP').count()).toBe(0);
  });

  it('shows logo, background and image at their sizes, and a video in place of the image', async () => {
    const image = await uploadFile(admin, await drawPng(page, 'van.png', '#0000ff'));
    await change({
      logoImageUrl: image,
      logoSize: 100,
      formImageUrl: image,
      formImageSize: 240,
      backgroundImageUrl: image,
    });
    await page.goto(campaign.landingUrl);
    const logo = page.getByRole('img', { name: client.businessName });
    expect((await logo.boundingBox())!.height).toBeGreaterThanOrEqual(100);
    expect(
      await page.locator('img.image').evaluate((shown: HTMLImageElement) => shown.decode().then(() => shown.height)),
    ).toBe(240);
    expect(await page.locator('svg.illustration').count()).toBe(0);
    await expectAccessibleInAllThemes(page);

    await change({ formVideoUrl: await uploadFile(admin, await recordVideo(page, 'tour.webm')), formImageUrl: null });
    await page.reload();
    const video = page.locator('video');
    await video.evaluate((shown: HTMLVideoElement) => shown.play());
    expect(await video.evaluate((shown: HTMLVideoElement) => [shown.videoWidth, shown.controls])).toEqual([160, true]);
    expect(await page.locator('img.image').count()).toBe(0);
    await expectAccessibleInAllThemes(page);
  });

  it('hides a logo and an image that cannot be loaded', async () => {
    const missing = `${harness.stack.origin}/no-such-picture.png`;
    await change({ logoImageUrl: missing, formImageUrl: missing, formVideoUrl: null, backgroundImageUrl: null });
    await page.goto(campaign.landingUrl);
    await page.locator('img.logo').waitFor({ state: 'hidden' });
    await page.locator('img.image').waitFor({ state: 'hidden' });
    expect(await page.locator('img').count()).toBe(2);
    await page.getByLabel('Full Name').waitFor();
    expect(new Set(harness.errorLog.pageErrors.splice(0))).toEqual(new Set([consoleError('404 (Not Found)')]));
  });

  it('redirects the visitor to the campaign’s URL, with and without JavaScript', async () => {
    const elsewhere = 'https://thanks.example/';
    await change({ postSubmissionType: 'redirect', redirectUrl: elsewhere, logoImageUrl: null, formImageUrl: null });
    const plain = await harness.personWithoutScript();
    // The other site does not exist, so its responses are faked.
    await page
      .context()
      .route(`${elsewhere}**`, (route) =>
        route.fulfill({ contentType: 'text/html', body: '<!doctype html><h1>Elsewhere</h1>' }),
      );
    for (const [visitor, name] of [
      [page, 'Di Fox'],
      [plain.page, 'Ed Gray'],
    ] as const) {
      await visitor.goto(campaign.landingUrl);
      await fillIn(visitor, name);
      const [redirect] = await Promise.all([
        visitor.waitForRequest((request) => request.url().startsWith(elsewhere)),
        submitButton(visitor).click(),
      ]);
      expect([redirect.url(), redirect.method(), redirect.isNavigationRequest()]).toEqual([elsewhere, 'GET', true]);
      expect((await leads())[0]!.formData['fullName']).toBe(name);
    }
    await page.getByRole('heading', { name: 'Elsewhere' }).waitFor();
    await plain.context.close();
    expect(new Set(harness.errorLog.pageErrors.splice(0))).toEqual(new Set(['request to https://thanks.example']));
  });

  it.each([
    'javascript:document.title="taken"',
    'data:text/html,<script>document.title="taken"</script>',
    '//thanks.example/',
    'http://thanks.example/',
  ])('shows the thank-you page instead of redirecting to %s, which an older campaign may contain', async (stored) => {
    await runSql(
      harness.stack.dataDir,
      "UPDATE campaigns SET post_submission_type = 'redirect', redirect_url = $2 WHERE id = $1",
      [campaign.id, stored],
    );
    const plain = await harness.personWithoutScript();
    for (const visitor of [page, plain.page]) {
      await visitor.goto(campaign.landingUrl);
      await fillIn(visitor, 'Flo Hart');
      await submitButton(visitor).click();
      await thanked(visitor);
      expect([new URL(visitor.url()).origin, (await visitor.title()).includes('taken')]).toEqual([
        harness.stack.origin,
        false,
      ]);
    }
    await plain.context.close();
  });

  it('shows that a campaign does not exist', async () => {
    for (const path of [`/landing/${client.handle}/nothing`, '/landing/nobody/nothing']) {
      expect((await page.goto(path))!.status()).toBe(404);
      await page.getByRole('heading', { name: 'Campaign not found' }).waitFor();
    }
    await expectAccessibleInAllThemes(page);
    expect(harness.errorLog.pageErrors.splice(0)).toEqual([consoleError('404 (Not Found)')]);
  });

  it('causes no page errors and no requests to other sites', () => {
    expect(harness.errorLog.pageErrors).toEqual([]);
  });
});
