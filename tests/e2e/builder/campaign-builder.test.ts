import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expectAccessibleInAllThemes } from '../testing/all-themes';
import { expectFocusOn, tabTo } from '../testing/keyboard';
import { createClient, type CreatedClient } from '../testing/create-client';
import { recordRequests } from '../testing/network';
import { useHarness } from '../testing/harness';

interface Stored {
  id: string;
  slug: string;
  landingUrl: string;
  disclosure: string;
  formFields: { id: string; label: string; type: string; placeholder: string; required: boolean; options: string[] }[];
}

/**
 * The campaign builder. Tests run in order, and each continues where the previous one ended. Its uploads are covered by
 * campaign-builder-uploads.test.ts.
 */
describe('the campaign builder', () => {
  const harness = useHarness();
  let page: Page;
  let client: CreatedClient;
  let campaign: Stored;

  beforeAll(async () => {
    const admin = await harness.admin();
    ({ page } = admin);
    client = await createClient(admin.context);
    await page.goto(`/client/${client.id}?tab=campaigns`);
    await page.getByRole('link', { name: 'New campaign' }).click();
    await page.waitForURL('**/campaign/new');
    await input('Campaign Name').waitFor();
  });

  const input = (name: string) => page.getByRole('textbox', { name });
  const button = (name: string) => page.getByRole('button', { name, exact: true }).locator('visible=true');
  const preview = () => page.frameLocator('iframe[title="Preview of the landing page"]');
  const toast = (text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor();
  const problem = (text: string) => page.locator('main').getByText(text, { exact: true }).waitFor();
  const choose = (group: string, choice: string) =>
    page.getByRole('radiogroup', { name: group, exact: true }).getByText(choice, { exact: true }).click();
  const rows = () =>
    page.getByRole('button', { name: /^Edit / }).evaluateAll((edits) => edits.map((edit) => edit.ariaLabel!.slice(5)));
  const questions = () => preview().locator('label').allInnerTexts();
  const announced = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor({ state: 'attached' });
  const save = async () => {
    await Promise.all([
      page.waitForResponse(
        (response) =>
          response
            .request()
            .postData()
            ?.match(/"(Create|Update)Campaign"/) != null,
      ),
      button('Save Campaign').click(),
    ]);
    await toast('Campaign saved');
  };
  const stored = async () => (await (await page.request.get(`/api/campaigns/${campaign.id}`)).json()) as Stored;

  it('starts a new campaign from the water-heater template', async () => {
    expect(await input('Campaign Name').inputValue()).toBe('Free Water Heater Inspection');
    expect(await input('URL Slug').inputValue()).toBe('');
    expect(await input('Headline').first().inputValue()).toBe('Get a free water heater inspection');
    expect(await input('Subheadline').inputValue()).not.toBe('');
    expect(await input('Submit Button Text').inputValue()).toBe('Get My Free Info');
    expect(await page.getByRole('radio', { name: 'Show a thank-you message' }).isChecked()).toBe(true);
    expect(await input('Thank You Message').inputValue()).toContain('We have your request');
    expect(await rows()).toEqual(['Full Name', 'Phone Number', 'Email Address', 'How old is your water heater?']);
    expect(await questions()).toEqual([
      'Full Name *',
      'Phone Number *',
      'Email Address *',
      'How old is your water heater? *',
    ]);
    const ids = preview().locator('.control');
    expect(await ids.evaluateAll((controls) => controls.map((control) => (control as HTMLInputElement).name))).toEqual([
      'fullName',
      'phone',
      'email',
      'waterHeaterAge',
    ]);
    await preview().getByRole('button', { name: 'Get My Free Info' }).waitFor();
    await preview().locator('svg.illustration').waitFor();
    for (const name of ['Upload Logo', 'Upload Background Image', 'Upload Form Image or Video'])
      await button(name).waitFor();
    expect(await button('QR Code').count()).toBe(0);
    await page.getByRole('link', { name: 'Back to Campaigns' }).waitFor();
  });

  it('limits both sliders to their range, step and default', async () => {
    for (const [name, min, max, step, start] of [
      ['Logo Size', 32, 200, 4, 64],
      ['Form Image Size', 80, 300, 10, 160],
    ] as const) {
      const slider = page.getByRole('slider', { name });
      const value = async () => Number(await slider.getAttribute('aria-valuenow'));
      expect(await value()).toBe(start);
      expect([await slider.getAttribute('aria-valuemin'), await slider.getAttribute('aria-valuemax')]).toEqual([
        String(min),
        String(max),
      ]);
      for (const [key, reached] of [
        ['ArrowRight', start + step],
        ['End', max],
        ['ArrowRight', max],
        ['Home', min],
        ['ArrowLeft', min],
      ] as const) {
        await slider.press(key);
        expect(await value()).toBe(reached);
      }
    }
  });

  it('shows typed text in the preview immediately and escapes it', async () => {
    await input('Headline').first().fill('Hot <b>water</b>, always');
    await preview().getByRole('heading', { name: 'Hot <b>water</b>, always' }).waitFor();
    await input('Submit Button Text').fill('Book it');
    await preview().getByRole('button', { name: 'Book it' }).waitFor();
    const frame = page.locator('iframe[title="Preview of the landing page"]');
    const width = () => frame.evaluate((element: HTMLIFrameElement) => element.contentWindow!.innerWidth);
    expect(await width()).toBe(1280);
    await choose('Screen size', 'Phone');
    await page.waitForFunction(() => document.querySelector('iframe')?.contentWindow?.innerWidth === 375);
    await choose('Screen size', 'Desktop');
    await choose('Step', 'Thank you');
    await preview().getByRole('heading', { name: 'Thank You!' }).waitFor();
    await choose('Step', 'Form');
    await button('Preview').click();
    await page.getByRole('dialog', { name: 'Preview' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expectFocusOn(page, 'Preview');
  });

  it('previews the consent text under a form that asks for a phone number', async () => {
    const line = () => preview().locator('.disclosure');
    expect(await input('Consent text').inputValue()).toMatch(
      /^By sending this form you agree that \{\{businessName\}\} may .*Reply STOP to stop/,
    );
    expect(await line().innerText()).toContain(`you agree that ${client.businessName} may`);
    await input('Consent text').fill('{{businessName}} <b>texts</b> you. Reply STOP to stop.');
    await preview()
      .getByText(`${client.businessName} <b>texts</b> you. Reply STOP to stop.`, { exact: true })
      .waitFor();
    await expectAccessibleInAllThemes(page);
  });

  it('adds a field only with a label, and a dropdown only with options', async () => {
    await button('New field').click();
    await expectFocusOn(page, 'Label');
    expect(await button('Add Field').isDisabled()).toBe(true);
    await input('Label').fill('  ');
    expect(await button('Add Field').isDisabled()).toBe(true);
    await input('Label').fill('ZIP code?');
    expect(await page.getByRole('checkbox', { name: 'Required' }).isChecked()).toBe(true);
    expect(await input('Placeholder').getAttribute('placeholder')).toBe('ZIP code?');
    const type = page.getByRole('combobox', { name: 'Type' });
    expect(
      await type
        .locator('option')
        .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value)),
    ).toEqual(['text', 'email', 'tel', 'textarea', 'select']);
    await type.selectOption('select');
    expect(await button('Add Field').isDisabled()).toBe(true);
    await input('Options').fill('North\n\n South \nNorth');
    await expectAccessibleInAllThemes(page);
    await button('Add Field').click();
    await announced('ZIP code? added');
    await expectFocusOn(page, 'New field');
    expect(await rows()).toEqual([
      'Full Name',
      'Phone Number',
      'Email Address',
      'How old is your water heater?',
      'ZIP code?',
    ]);
    expect(await preview().locator('#field-zipcode option').allInnerTexts()).toEqual(['ZIP code?', 'North', 'South']);
  });

  it('reorders fields by dragging and by keyboard, and announces the change', async () => {
    const handle = (index: number) => page.locator('[data-drag-handle]').nth(index);
    await handle(0).scrollIntoViewIfNeeded();
    const middle = async (index: number) => {
      const { x, y, width, height } = (await handle(index).boundingBox())!;
      return [x + width / 2, y + height / 2 + 4] as const;
    };
    const drag = async (from: number, to: number) => {
      await page.mouse.move(...(await middle(from)));
      await page.mouse.down();
      await page.mouse.move(...(await middle(to)), { steps: 3 });
    };
    await drag(0, 2);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect((await rows())[0]).toBe('Full Name');
    await drag(0, 2);
    await page.mouse.up();
    await announced('Full Name moved to position 3 of 5');
    expect((await rows()).slice(0, 3)).toEqual(['Phone Number', 'Email Address', 'Full Name']);

    await button('Move Full Name up').focus();
    await page.keyboard.press('Enter');
    await announced('Full Name moved to position 2 of 5');
    await expectFocusOn(page, 'Move Full Name up');
    await page.keyboard.press('Enter');
    await announced('Full Name moved to position 1 of 5');
    // The up button is disabled now, so the focus moves to the down button.
    await expectFocusOn(page, 'Move Full Name down');
    expect(await button('Move Full Name up').isDisabled()).toBe(true);
    expect((await questions())[0]).toBe('Full Name *');
  });

  it('edits a field without changing its id, and removes a field', async () => {
    await button('Edit ZIP code?').click();
    await input('Label').fill('Which <i>area</i>?');
    await page.getByText('Required', { exact: true }).click();
    await button('Update field').click();
    await expectFocusOn(page, 'Edit Which <i>area</i>?');
    expect(await preview().locator('label[for=field-zipcode]').innerText()).toBe('Which <i>area</i>?');
    await button('Edit Email Address').click();
    await input('Label').fill('Gone again');
    await page.keyboard.press('Escape');
    await expectFocusOn(page, 'Edit Email Address');
    await button('Remove Email Address').click();
    await announced('Email Address removed');
    await expectFocusOn(page, 'Remove How old is your water heater?');
    expect(await questions()).toEqual([
      'Full Name *',
      'Phone Number *',
      'How old is your water heater? *',
      'Which <i>area</i>?',
    ]);
  });

  it('shows invalid values without sending a request', async () => {
    const requests = recordRequests(page);
    await input('Campaign Name').fill('   ');
    await button('Save Campaign').click();
    await problem('Enter a name for the campaign');
    await expectFocusOn(page, 'Campaign Name');
    await choose('After submission', 'Send visitors to another page');
    await input('Campaign Name').fill('Spring & Fall -- 50% off!');
    await button('Save Campaign').click();
    await problem('Enter the URL to send visitors to');
    await input('Redirect URL').fill('http://thanks.example');
    await problem('Enter a URL that starts with https://');
    expect(requests).toEqual([]);
    await expectAccessibleInAllThemes(page);
    await choose('After submission', 'Show a thank-you message');
  });

  it('derives the slug from the name, and continues at the new campaign’s URL', async () => {
    await page
      .getByText(`${harness.stack.origin}/landing/${client.handle}/spring-fall-50-off`, { exact: true })
      .waitFor();
    await save();
    await page.waitForURL(/campaign\/[0-9a-f-]{36}$/);
    campaign = { id: new URL(page.url()).pathname.split('/').at(-1)! } as Stored;
    campaign = await stored();
    expect(campaign.slug).toBe('spring-fall-50-off');
    expect(campaign.formFields.map(({ id }) => id)).toEqual(['fullName', 'phone', 'waterHeaterAge', 'zipcode']);
    expect(campaign.formFields.at(-1)).toMatchObject({
      label: 'Which <i>area</i>?',
      type: 'select',
      required: false,
      options: ['North', 'South'],
    });
    expect(await input('URL Slug').inputValue()).toBe('spring-fall-50-off');
    expect(campaign.disclosure).toBe('{{businessName}} <b>texts</b> you. Reply STOP to stop.');
    await input('Consent text').fill('');
    await save();
    expect(await input('Consent text').inputValue()).toMatch(/^By sending this form you agree/);
    await page.reload();
    await input('Campaign Name').waitFor();
    expect(await rows()).toEqual(['Full Name', 'Phone Number', 'How old is your water heater?', 'Which <i>area</i>?']);
  });

  it('shows the QR code, downloads it as PNG and SVG, and copies its URL', async () => {
    expect(await page.getByRole('link', { name: 'Preview' }).locator('visible=true').getAttribute('href')).toBe(
      campaign.landingUrl,
    );
    await button('QR Code').click();
    const code = page.getByRole('img', { name: `QR code that opens ${campaign.landingUrl}` });
    await code.waitFor();
    expect(
      await code.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
    ).toBeGreaterThan(100);
    await expectAccessibleInAllThemes(page);
    const [png] = await Promise.all([page.waitForEvent('download'), button('Download PNG').click()]);
    expect(png.suggestedFilename()).toBe('spring-fall-50-off-qrcode.png');
    expect(
      readFileSync(await png.path())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    await toast('QR Code Downloaded!');
    const [svg] = await Promise.all([page.waitForEvent('download'), button('Download SVG').click()]);
    expect(svg.suggestedFilename()).toBe('spring-fall-50-off-qrcode.svg');
    expect(readFileSync(await svg.path(), 'utf8')).toContain('<svg');
    await button('Copy URL').click();
    await toast('URL Copied!');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(campaign.landingUrl);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expectFocusOn(page, 'QR Code');
  });

  it('shows an error when the QR code cannot be loaded, and loads it on retry', async () => {
    await page.context().setOffline(true);
    await button('QR Code').click();
    await page.getByText('We could not load the QR code.').waitFor();
    await page.context().setOffline(false);
    await button('Try again').click();
    await page.getByRole('img', { name: /^QR code/ }).waitFor();
    await page.context().setOffline(true);
    await button('Download PNG').click();
    await toast('Failed to download QR code');
    await page.context().setOffline(false);
    await page.keyboard.press('Escape');
    const networkError = 'console error: Failed to load resource: net::ERR_INTERNET_DISCONNECTED';
    expect(harness.errorLog.pageErrors.splice(0)).toEqual([networkError]);
  });

  it('asks for confirmation before unsaved changes are lost by a link, by Back or by closing the tab', async () => {
    await input('Thank You Message').fill('Thanks a lot.');
    await page.getByText('Unsaved changes').waitFor();
    const confirmation = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await page.getByRole('link', { name: 'Back to Campaigns' }).click();
    await confirmation.waitFor();
    await expectFocusOn(page, 'Cancel');
    await expectAccessibleInAllThemes(page);
    await page.keyboard.press('Enter');
    await confirmation.waitFor({ state: 'detached' });
    expect(await input('Thank You Message').inputValue()).toBe('Thanks a lot.');

    const [question] = await Promise.all([page.waitForEvent('dialog'), page.close({ runBeforeUnload: true })]);
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();

    await page.goBack();
    await confirmation.waitFor();
    await button('Leave').click();
    await page.waitForURL(`**/client/${client.id}?tab=campaigns`);
    await page.getByRole('link', { name: 'Edit' }).click();
    await input('Thank You Message').waitFor();
    expect(await input('Thank You Message').inputValue()).toContain('We have your request');
    expect(await page.getByText('Unsaved changes').count()).toBe(0);
  });

  it('shows the server’s errors for a taken slug and a deleted campaign', async () => {
    const otherCampaign = await page.request.post(`/api/clients/${client.id}/campaigns`, {
      data: { name: 'Other', slug: 'taken' },
    });
    expect(otherCampaign.status()).toBe(201);
    await input('URL Slug').fill('Taken!');
    await button('Save Campaign').click();
    await toast('This URL slug is taken. Choose another one.');
    await problem('This URL slug is taken. Choose another one.');
    await expectFocusOn(page, 'URL Slug');
    await input('URL Slug').fill('Free to use');
    await save();
    expect((await stored()).slug).toBe('free-to-use');

    const deletion = await page.request.post('/graphql', {
      data: { query: `mutation { deleteCampaign(id: "${campaign.id}") }` },
    });
    expect(await deletion.json()).toEqual({ data: { deleteCampaign: true } });
    await input('Headline').first().fill('Too late');
    await button('Save Campaign').click();
    await toast('Campaign not found');
    expect(await input('Headline').first().inputValue()).toBe('Too late');
  });

  it('shows that the monthly campaign limit is reached and keeps the input', async () => {
    const limit = await page.request.put(`/api/clients/${client.id}`, { data: { monthlyCampaignLimit: 2 } });
    expect(limit.status()).toBe(200);
    await page.goto(`/client/${client.id}/campaign/new`);
    await input('Campaign Name').fill('One too many');
    await button('Save Campaign').click();
    await toast('Monthly campaign limit of 2 reached');
    expect(await input('Campaign Name').inputValue()).toBe('One too many');
    expect(page.url()).toMatch(/campaign\/new$/);
  });

  it('works with the keyboard alone', async () => {
    await page.request.put(`/api/clients/${client.id}`, { data: { monthlyCampaignLimit: 10 } });
    await tabTo(page, 'Campaign Name', 'Shift+Tab');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('By keyboard');
    await tabTo(page, 'New field');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Best time');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Move Best time up', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Show a thank-you message');
    await page.keyboard.press('ArrowDown');
    await tabTo(page, 'Redirect URL');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('https://thanks.example/');
    await page.keyboard.press('Enter');
    await toast('Campaign saved');
    await page.waitForURL(/campaign\/[0-9a-f-]{36}$/);
    await page.reload();
    await input('Campaign Name').waitFor();
    expect(await input('Redirect URL').inputValue()).toBe('https://thanks.example/');
    expect((await rows()).at(-2)).toBe('Best time');
  });

  it('shows when a campaign does not exist or cannot be loaded', async () => {
    await page.goto(`/client/${client.id}/campaign/00000000-0000-4000-8000-000000000000`);
    await page.getByRole('heading', { name: 'Campaign not found' }).waitFor();
    await page.getByRole('link', { name: 'Back to Campaigns' }).waitFor();
    await expectAccessibleInAllThemes(page);

    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes('"Campaign"') ? route.abort('internetdisconnected') : route.continue(),
    );
    await page.reload();
    await page.getByText('We could not load this campaign.').waitFor();
    await page.unroute('**/graphql');
    await button('Try again').click();
    await page.getByRole('heading', { name: 'Campaign not found' }).waitFor();
    expect(harness.errorLog.pageErrors.splice(0)).toEqual([
      'console error: Failed to load resource: net::ERR_INTERNET_DISCONNECTED',
    ]);
  });

  it('causes no page errors and no requests to other sites', () => {
    expect(harness.errorLog.pageErrors).toEqual([]);
  });
});
