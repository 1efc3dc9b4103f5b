import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { expectEveryLookGood } from '../testing/all-themes';
import { query } from '../testing/database';
import { focusIsOn, tabTo } from '../testing/keyboard';
import { film, picture } from '../testing/media';
import { newClient, type NewClient } from '../testing/new-client';
import { upload } from '../testing/upload';
import { useStage } from '../testing/use-browser';

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

/** The visitor's page; how the server renders it without a browser is in web/server/landing.test.ts. */
describe('the landing page', () => {
  const stage = useStage();
  let admin: Page;
  let page: Page;
  let client: NewClient;
  let campaign: Campaign;

  beforeAll(async () => {
    ({ page: admin } = await stage.admin());
    ({ page } = await stage.person());
    client = await newClient(admin.context());
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
    const query = `{ lead(id: "${id}") { consent { wording via address userAgent } } }`;
    return (
      (await (await admin.request.post('/graphql', { data: { query } })).json()) as {
        data: { lead: { consent: object } };
      }
    ).data.lead.consent;
  };
  const answer = async (on: Page, name: string) => {
    await on.getByLabel('Full Name').fill(name);
    await on.getByLabel('Phone').fill('(415) 555-2671');
    await on.getByLabel('Roof').selectOption('Slate');
  };
  const send = (on: Page) => on.getByRole('button', { name: 'Get My Free Info' });
  const thanked = (on: Page) => on.getByRole('heading', { name: 'Thank You!' }).waitFor();
  /** What a screen reader says of a control beyond its name. */
  const spoken = (label: string) =>
    page
      .getByLabel(label)
      .evaluate((control) => document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent);
  const complaint = (status: string) =>
    `console error: Failed to load resource: the server responded with a status of ${status}`;

  it('shows the offer, our illustration and the form; markup is shown as text', async () => {
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
    await send(page).waitFor();
    await expectEveryLookGood(page);
  });

  it('names each wrong answer at its question, speaks it, and keeps what was typed', async () => {
    await page.getByLabel('Full Name').fill('Ann Lee');
    await page.getByLabel('Email').fill('ann at home');
    await send(page).click();
    await page.getByText('Phone <i>Number</i> is required', { exact: true }).waitFor();
    await page.getByText('Email must be an email address', { exact: true }).waitFor();
    await focusIsOn(page, 'Phone <i>Number</i>');
    expect(await spoken('Phone')).toBe('Phone <i>Number</i> is required');
    await expectEveryLookGood(page);

    // What only the server finds.
    await page.getByLabel('Phone').fill('12');
    await page.getByLabel('Email').fill('ann@lee');
    await page.getByLabel('Roof').selectOption('Slate');
    expect(await page.getByText('Phone <i>Number</i> is required').isVisible()).toBe(false);
    await send(page).click();
    await page.getByText('Phone <i>Number</i> must be a phone number', { exact: true }).waitFor();
    expect(await spoken('Phone')).toBe('Phone <i>Number</i> must be a phone number');
    expect(await spoken('Email')).toBe('Email must be an email address');
    await focusIsOn(page, 'Phone <i>Number</i>');
    expect(await page.getByLabel('Full Name').inputValue()).toBe('Ann Lee');
    expect(stage.watch.complaints.splice(0)).toEqual([complaint('400 (Bad Request)')]);
  });

  it('says that a submission failed, keeps what was typed, and takes it the next time', async () => {
    await page.getByLabel('Email').fill('');
    await answer(page, 'Ann Lee');
    await page.context().setOffline(true);
    await send(page).click();
    await page.getByRole('alert').getByText(FAILED, { exact: true }).waitFor();
    await expectEveryLookGood(page);
    await page.context().setOffline(false);

    await change({ status: 'inactive' }, `/api/clients/${client.id}`);
    await Promise.all([page.waitForResponse((response) => response.status() === 404), send(page).click()]);
    await page.getByRole('alert').getByText(FAILED, { exact: true }).waitFor();
    expect(await page.getByLabel('Full Name').inputValue()).toBe('Ann Lee');
    expect(await leads()).toEqual([]);
    await change({ status: 'active' }, `/api/clients/${client.id}`);

    await page.getByLabel('Notes').fill('Mornings <script>');
    await send(page).dblclick();
    await thanked(page);
    await page.getByText('We <b>call</b> you.', { exact: true }).waitFor();
    await focusIsOn(page, 'Thank You!');
    await expectEveryLookGood(page);
    expect(await leads()).toMatchObject([
      { formData: { fullName: 'Ann Lee', roof: 'Slate', notes: 'Mornings <script>' }, source: null },
    ]);
    expect(stage.watch.complaints.splice(0)).toEqual([
      'console error: Failed to load resource: net::ERR_INTERNET_DISCONNECTED',
      complaint('404 (Not Found)'),
    ]);
  });

  it('passes the source through, to the count of visits and to the lead; by the keyboard alone', async () => {
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
    // Counted a moment after the page was shown.
    while ((await scans()) === 0) await delay(50);
    expect(await scans()).toBe(1);
    expect((await leads())[0]).toMatchObject({ source: 'qr', formData: { fullName: 'Bob Ray', roof: 'Slate' } });
  });

  it('works without JavaScript: wrong answers, what was typed, thanks, and one lead for two clicks', async () => {
    const { page: plain, context } = await stage.personWithoutScript();
    await plain.goto(`${campaign.landingUrl}?source=flyer`);
    await answer(plain, 'Cy Doe');
    await plain.getByLabel('Phone').fill('12');
    await send(plain).click();
    await plain.getByText('Phone <i>Number</i> must be a phone number', { exact: true }).waitFor();
    expect(await plain.title()).toMatch(/^Error: /);
    expect(await plain.getByLabel('Full Name').inputValue()).toBe('Cy Doe');
    expect(await plain.getByLabel('Roof').inputValue()).toBe('Slate');
    expect(await plain.getByLabel('Phone').getAttribute('aria-describedby')).toBe('field-phone-error');
    await plain.getByLabel('Phone').fill('4155552673');
    await send(plain).dblclick();
    await thanked(plain);
    await plain.getByText('We <b>call</b> you.', { exact: true }).waitFor();
    expect((await leads()).filter(({ formData }) => formData['fullName'] === 'Cy Doe')).toMatchObject([
      { source: 'flyer' },
    ]);
    await context.close();
    expect(stage.watch.complaints.splice(0)).toEqual([complaint('400 (Bad Request)')]);
  });

  it('says at the button what is agreed to, and each lead keeps it: with script, without, and through the API', async () => {
    await change({ disclosure: '{{businessName}} <b>texts</b> you. Reply STOP to stop.' });
    const wording = `${client.businessName} <b>texts</b> you. Reply STOP to stop.`;
    const plain = await stage.personWithoutScript();
    for (const [visitor, name] of [
      [page, 'Fay Orr'],
      [plain.page, 'Gus Poe'],
    ] as const) {
      await visitor.goto(campaign.landingUrl);
      await visitor.getByText(wording, { exact: true }).waitFor();
      const described = await send(visitor).getAttribute('aria-describedby');
      expect(await visitor.locator(`[id="${described}"]`).innerText()).toBe(wording);
      await answer(visitor, name);
      await send(visitor).click();
      await thanked(visitor);
      expect(await consentOf(name)).toMatchObject({
        wording,
        via: 'page',
        userAgent: expect.stringContaining('Mozilla/5.0') as string,
        address: expect.stringMatching(/./) as string,
      });
    }
    await plain.context.close();
    const formData = { fullName: 'Hal Quinn', phone: '4155552679', roof: 'Slate' };
    await admin.request.post(`/api/campaigns/${client.handle}/${campaign.slug}/leads`, {
      data: formData,
      headers: { 'user-agent': 'a clients own site' },
    });
    expect(await consentOf('Hal Quinn')).toMatchObject({ wording, via: 'api', userAgent: 'a clients own site' });

    const asked = { name: 'By email', formFields: [{ id: 'email', type: 'email', label: 'Email' }] };
    await page.goto((await newCampaign(asked)).landingUrl);
    await send(page).waitFor();
    expect(await page.getByText('Reply STOP').count()).toBe(0);
  });

  it('shows logo, background and image at their sizes; a video takes the image’s place', async () => {
    const image = await upload(admin, await picture(page, 'van.png', '#0000ff'));
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
    await expectEveryLookGood(page);

    await change({ formVideoUrl: await upload(admin, await film(page, 'tour.webm')), formImageUrl: null });
    await page.reload();
    const video = page.locator('video');
    await video.evaluate((shown: HTMLVideoElement) => shown.play());
    expect(await video.evaluate((shown: HTMLVideoElement) => [shown.videoWidth, shown.controls])).toEqual([160, true]);
    expect(await page.locator('img.image').count()).toBe(0);
    await expectEveryLookGood(page);
  });

  it('hides a logo and an image that cannot be loaded', async () => {
    const missing = `${stage.stack.origin}/no-such-picture.png`;
    await change({ logoImageUrl: missing, formImageUrl: missing, formVideoUrl: null, backgroundImageUrl: null });
    await page.goto(campaign.landingUrl);
    await page.locator('img.logo').waitFor({ state: 'hidden' });
    await page.locator('img.image').waitFor({ state: 'hidden' });
    expect(await page.locator('img').count()).toBe(2);
    await page.getByLabel('Full Name').waitFor();
    expect(new Set(stage.watch.complaints.splice(0))).toEqual(new Set([complaint('404 (Not Found)')]));
  });

  it('sends the visitor on where the campaign says so, with and without JavaScript', async () => {
    const elsewhere = 'https://thanks.example/';
    await change({ postSubmissionType: 'redirect', redirectUrl: elsewhere, logoImageUrl: null, formImageUrl: null });
    const plain = await stage.personWithoutScript();
    // The other site itself is not there to be asked.
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
      await answer(visitor, name);
      const [onward] = await Promise.all([
        visitor.waitForRequest((request) => request.url().startsWith(elsewhere)),
        send(visitor).click(),
      ]);
      expect([onward.url(), onward.method(), onward.isNavigationRequest()]).toEqual([elsewhere, 'GET', true]);
      expect((await leads())[0]!.formData['fullName']).toBe(name);
    }
    await page.getByRole('heading', { name: 'Elsewhere' }).waitFor();
    await plain.context.close();
    expect(new Set(stage.watch.complaints.splice(0))).toEqual(new Set(['request to https://thanks.example']));
  });

  it.each([
    'javascript:document.title="taken"',
    'data:text/html,<script>document.title="taken"</script>',
    '//thanks.example/',
    'http://thanks.example/',
  ])('thanks instead of sending on to %s, which a campaign from earlier days may hold', async (stored) => {
    await query(
      stage.stack.dataDir,
      "UPDATE campaigns SET post_submission_type = 'redirect', redirect_url = $2 WHERE id = $1",
      [campaign.id, stored],
    );
    const plain = await stage.personWithoutScript();
    for (const visitor of [page, plain.page]) {
      await visitor.goto(campaign.landingUrl);
      await answer(visitor, 'Flo Hart');
      await send(visitor).click();
      await thanked(visitor);
      expect([new URL(visitor.url()).origin, (await visitor.title()).includes('taken')]).toEqual([
        stage.stack.origin,
        false,
      ]);
    }
    await plain.context.close();
  });

  it('says so when there is no such campaign', async () => {
    for (const path of [`/landing/${client.handle}/nothing`, '/landing/nobody/nothing']) {
      expect((await page.goto(path))!.status()).toBe(404);
      await page.getByRole('heading', { name: 'Campaign not found' }).waitFor();
    }
    await expectEveryLookGood(page);
    expect(stage.watch.complaints.splice(0)).toEqual([complaint('404 (Not Found)')]);
  });

  it('made no page complain, and asked nothing of another site', () => {
    expect(stage.watch.complaints).toEqual([]);
  });
});
