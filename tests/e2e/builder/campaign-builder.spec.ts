import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { expect, test as base } from '../fixtures';
import type { CreatedCampaign } from '../testing/api';
import { expectAccessibleInAllThemes } from '../testing/axe';
import { expectFocusOn, tabTo, untilDragTakesKeys } from '../testing/keyboard';
import { abortOperations, recordRequests } from '../testing/network';
import { ABORTED, OFFLINE } from '../testing/page-errors';
import { clipboardOf, downloadBy, expectToast, saveCampaign, textOf } from '../testing/ui';

interface Fixtures {
  /** Opens the builder with a new campaign, which has the fields of the template. */
  openNew: () => Promise<void>;
  /** Opens the builder with `campaign`. */
  openCampaign: () => Promise<void>;
}

/** The campaign builder. `page` is the administrator's. */
const test = base.extend<Fixtures>({
  page: ({ adminPage }, use) => use(adminPage),
  campaign: async ({ api, client }, use) =>
    use(await api.createCampaign(client, { name: 'Roof check', slug: 'roof-check' })),
  openNew: ({ page, client }, use) =>
    use(async () => {
      await page.goto(`/client/${client.id}/campaign/new`);
      await expect(input(page, 'Campaign Name')).toBeVisible();
    }),
  openCampaign: ({ page, client, campaign }, use) =>
    use(async () => {
      await page.goto(`/client/${client.id}/campaign/${campaign.id}`);
      await expect(input(page, 'Campaign Name')).toBeVisible();
    }),
});

const input = (page: Page, name: string) => page.getByRole('textbox', { name });
const headline = (page: Page) => input(page, 'Headline').first();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).locator('visible=true');
const previewOf = (page: Page) => page.frameLocator('iframe[title="Preview of the landing page"]');
const expectProblem = (page: Page, text: string) =>
  expect(page.locator('main').getByText(text, { exact: true })).toBeVisible();
const choose = (page: Page, group: string, choice: string) =>
  page.getByRole('radiogroup', { name: group, exact: true }).getByText(choice, { exact: true }).click();
const fieldNames = (page: Page) =>
  page.getByRole('button', { name: /^Edit / }).evaluateAll((edits) => edits.map((edit) => edit.ariaLabel!.slice(5)));
const expectFields = (page: Page, expected: string[]) => expect.poll(() => fieldNames(page)).toEqual(expected);
const questionsOf = (page: Page) => previewOf(page).locator('label');
const expectAnnounced = (page: Page, text: string) =>
  expect(page.getByRole('status').filter({ hasText: text })).toBeAttached();
const expectNewAddress = (page: Page) => page.waitForURL(/campaign\/[0-9a-f-]{36}$/);
const valuesOf = (options: Locator) =>
  options.evaluateAll((all) => all.map((option) => (option as HTMLOptionElement).value));

test('starts a new campaign from the water-heater template', async ({ page, client }) => {
  await page.goto(`/client/${client.id}?tab=campaigns`);
  await page.getByRole('link', { name: 'New campaign' }).click();
  await page.waitForURL('**/campaign/new');
  await expect(input(page, 'Campaign Name')).toHaveValue('Free Water Heater Inspection');
  await expect(input(page, 'URL Slug')).toHaveValue('');
  await expect(headline(page)).toHaveValue('Get a free water heater inspection');
  await expect(page.getByRole('radio', { name: 'Split' })).toBeChecked();
  // Only the side panel scrolls.
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
  await expect(input(page, 'Subheadline')).not.toHaveValue('');
  await expect(input(page, 'Submit Button Text')).toHaveValue('Get My Free Info');
  await expect(page.getByRole('radio', { name: 'Show a thank-you message' })).toBeChecked();
  await expect(input(page, 'Thank You Message')).toHaveValue(/We have your request/);
  await expectFields(page, ['Full Name', 'Phone Number', 'Email Address', 'How old is your water heater?']);
  await expect(questionsOf(page)).toHaveText([
    'Full Name *',
    'Phone Number *',
    'Email Address *',
    'How old is your water heater? *',
  ]);
  const controls = previewOf(page).locator('.control');
  expect(await controls.evaluateAll((all) => all.map((control) => (control as HTMLInputElement).name))).toEqual([
    'fullName',
    'phone',
    'email',
    'waterHeaterAge',
  ]);
  await expect(previewOf(page).getByRole('button', { name: 'Get My Free Info' })).toBeVisible();
  await expect(previewOf(page).locator('svg.illustration')).toBeVisible();
  for (const name of ['Upload Logo', 'Upload Background Image', 'Upload Form Image or Video'])
    await expect(button(page, name)).toBeVisible();
  await expect(button(page, 'QR Code')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Back to Campaigns' })).toBeVisible();
});

test('limits both sliders to their range, step and default', async ({ page, openNew }) => {
  await openNew();
  for (const [name, min, max, step, start] of [
    ['Logo Size', 32, 200, 4, 64],
    ['Form Image Size', 80, 300, 10, 160],
  ] as const) {
    const slider = page.getByRole('slider', { name });
    const expectValue = (value: number) => expect(slider).toHaveAttribute('aria-valuenow', String(value));
    await expectValue(start);
    await expect(slider).toHaveAttribute('aria-valuemin', String(min));
    await expect(slider).toHaveAttribute('aria-valuemax', String(max));
    for (const [key, reached] of [
      ['ArrowRight', start + step],
      ['End', max],
      ['ArrowRight', max],
      ['Home', min],
      ['ArrowLeft', min],
    ] as const) {
      await slider.press(key);
      await expectValue(reached);
    }
  }
});

test('shows typed text in the preview immediately and escapes it', async ({ page, openNew }) => {
  await openNew();
  await headline(page).fill('Hot <b>water</b>, always');
  await expect(previewOf(page).getByRole('heading', { name: 'Hot <b>water</b>, always' })).toBeVisible();
  await input(page, 'Submit Button Text').fill('Book it');
  await expect(previewOf(page).getByRole('button', { name: 'Book it' })).toBeVisible();
  const frame = page.locator('iframe[title="Preview of the landing page"]');
  const width = () => frame.evaluate((element: HTMLIFrameElement) => element.contentWindow!.innerWidth);
  await expect.poll(width).toBe(1280);
  await choose(page, 'Screen size', 'Phone');
  await expect.poll(width).toBe(375);
  await choose(page, 'Screen size', 'Desktop');
  await choose(page, 'Step', 'Thank you');
  await expect(previewOf(page).getByRole('heading', { name: 'Thank You!' })).toBeVisible();
  await choose(page, 'Step', 'Form');
  await button(page, 'Preview').click();
  const dialog = page.getByRole('dialog', { name: 'Preview' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expectFocusOn(page, 'Preview');
});

test('shows a loading state until the preview has loaded', async ({ page, client }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/landing-*.css', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`/client/${client.id}?tab=campaigns`);
  await page.getByRole('link', { name: 'New campaign' }).click();
  const loading = page.getByRole('status').filter({ hasText: 'Loading…' });
  await expect(loading).toBeVisible();
  release();
  await expect(previewOf(page).getByRole('button', { name: 'Get My Free Info' })).toBeVisible();
  await expect(loading).toHaveCount(0);
});

test('previews and saves the consent text under a form that asks for a phone number', async ({
  page,
  api,
  client,
  campaign,
  openCampaign,
}) => {
  await openCampaign();
  const consent = page.getByRole('textbox', { name: 'Consent text', exact: true });
  await expect(consent).toHaveValue(
    /^By sending this form you agree that \{\{businessName\}\} may .*Reply STOP to stop/,
  );
  const disclosure = previewOf(page).locator('.disclosure');
  await expect(disclosure).toContainText(`you agree that ${client.businessName} may`);
  const text = '<b>texts</b> you. Reply STOP to stop.';
  await consent.fill(`{{businessName}} ${text}`);
  await expect(disclosure).toHaveText(`${client.businessName} ${text}`);
  await expectAccessibleInAllThemes(page);
  await saveCampaign(page);
  expect(await api.get(`/api/campaigns/${campaign.id}`)).toMatchObject({ disclosure: `{{businessName}} ${text}` });
  await consent.fill('');
  await saveCampaign(page);
  await expect(consent).toHaveValue(/^By sending this form you agree/);
});

test('adds a field only with a label, and a dropdown only with options', async ({ page, openNew }) => {
  await openNew();
  await button(page, 'New field').click();
  await expectFocusOn(page, 'Label');
  const add = button(page, 'Add Field');
  await expect(add).toBeDisabled();
  await input(page, 'Label').fill('  ');
  await expect(add).toBeDisabled();
  await input(page, 'Label').fill('ZIP code?');
  await expect(page.getByRole('checkbox', { name: 'Required' })).toBeChecked();
  await expect(input(page, 'Placeholder')).toHaveAttribute('placeholder', 'ZIP code?');
  const type = page.getByRole('combobox', { name: 'Type' });
  expect(await valuesOf(type.locator('option'))).toEqual(['text', 'email', 'tel', 'textarea', 'select']);
  await type.selectOption('select');
  await expect(add).toBeDisabled();
  await input(page, 'Options').fill('North\n\n South \nNorth');
  await expectAccessibleInAllThemes(page);
  await add.click();
  await expectAnnounced(page, 'ZIP code? added');
  await expectFocusOn(page, 'New field');
  expect((await fieldNames(page)).slice(-2)).toEqual(['How old is your water heater?', 'ZIP code?']);
  await expect(previewOf(page).locator('#field-zipcode option')).toHaveText(['ZIP code?', 'North', 'South']);
});

test('reorders fields by mouse, touch and keyboard, and announces the change', async ({ page, openNew }) => {
  await openNew();
  const handle = (name: string) => button(page, `Reorder ${name}`);
  await handle('Full Name').scrollIntoViewIfNeeded();
  const middle = async (name: string) => {
    const { x, y, width, height } = (await handle(name).boundingBox())!;
    return [x + width / 2, y + height / 2 + 4] as const;
  };
  const drag = async (from: string, to: string) => {
    const target = await middle(to);
    await page.mouse.move(...(await middle(from)));
    await page.mouse.down();
    await page.mouse.move(...target, { steps: 8 });
  };
  await drag('Full Name', 'Email Address');
  await expectAnnounced(page, 'Full Name is now at position 3 of 4.');
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expectAnnounced(page, 'Full Name is back where it was.');
  expect((await fieldNames(page))[0]).toBe('Full Name');
  await drag('Full Name', 'Email Address');
  await page.mouse.up();
  await expectAnnounced(page, 'Dropped Full Name at position 3 of 4.');
  await expectFields(page, ['Phone Number', 'Email Address', 'Full Name', 'How old is your water heater?']);

  const [[x, top], [, bottom]] = [await middle('Phone Number'), await middle('Email Address')];
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', { x, y: top });
  for (const share of [0.25, 0.5, 0.75, 1]) await touch('touchMove', { x, y: top + (bottom - top) * share });
  await expectAnnounced(page, 'Phone Number is now at position 2 of 4.');
  await touch('touchEnd');
  await expectFields(page, ['Email Address', 'Phone Number', 'Full Name', 'How old is your water heater?']);

  await handle('Phone Number').focus();
  await page.keyboard.press('Space');
  await expectAnnounced(page, 'Picked up Phone Number at position 2 of 4.');
  await untilDragTakesKeys(page);
  await page.keyboard.press('ArrowUp');
  await expectAnnounced(page, 'Phone Number is now at position 1 of 4.');
  await page.keyboard.press('Space');
  await expectFields(page, ['Phone Number', 'Email Address', 'Full Name', 'How old is your water heater?']);
  await expectFocusOn(page, 'Reorder Phone Number');

  await button(page, 'Move Full Name up').focus();
  await page.keyboard.press('Enter');
  await expectAnnounced(page, 'Full Name moved to position 2 of 4');
  await expectFocusOn(page, 'Move Full Name up');
  await page.keyboard.press('Enter');
  await expectAnnounced(page, 'Full Name moved to position 1 of 4');
  // The up button is disabled now, so the focus moves to the down button.
  await expectFocusOn(page, 'Move Full Name down');
  await expect(button(page, 'Move Full Name up')).toBeDisabled();
  await expect(questionsOf(page).first()).toHaveText('Full Name *');
});

test('edits a field without changing its id, and removes a field', async ({ page, api, campaign, openCampaign }) => {
  await openCampaign();
  await button(page, 'Edit Phone').click();
  await input(page, 'Label').fill('Which <i>area</i>?');
  await page.getByRole('combobox', { name: 'Type' }).selectOption('select');
  await input(page, 'Options').fill('North\nSouth');
  await button(page, 'Update field').click();
  await expectFocusOn(page, 'Edit Which <i>area</i>?');
  await expect(previewOf(page).locator('label[for=field-phone]')).toHaveText('Which <i>area</i>?');
  await button(page, 'Edit Full Name').click();
  await input(page, 'Label').fill('Gone again');
  await page.keyboard.press('Escape');
  await expectFocusOn(page, 'Edit Full Name');
  await button(page, 'Remove Email').click();
  await expectAnnounced(page, 'Email removed');
  await expectFocusOn(page, 'Remove Which <i>area</i>?');
  await expect(questionsOf(page)).toHaveText(['Full Name *', 'Which <i>area</i>?']);
  await saveCampaign(page);
  expect(await api.get(`/api/campaigns/${campaign.id}`)).toMatchObject({
    formFields: [
      { id: 'fullName', label: 'Full Name', required: true },
      { id: 'phone', label: 'Which <i>area</i>?', type: 'select', required: false, options: ['North', 'South'] },
    ],
  });
  await openCampaign();
  await expectFields(page, ['Full Name', 'Which <i>area</i>?']);
});

test('shows invalid values without sending a request', async ({ page, openNew }) => {
  await openNew();
  const requests = recordRequests(page);
  await input(page, 'Campaign Name').fill('   ');
  await button(page, 'Save Campaign').click();
  await expectProblem(page, 'Campaign name is required.');
  await expectFocusOn(page, 'Campaign Name');
  await choose(page, 'After submission', 'Send visitors to another page');
  await input(page, 'Campaign Name').fill('Spring');
  await button(page, 'Save Campaign').click();
  await expectProblem(page, 'Enter the URL to send visitors to');
  await input(page, 'Redirect URL').fill('http://thanks.example');
  await expectProblem(page, 'Enter a URL that starts with https://');
  expect(requests).toEqual([]);
  await expectAccessibleInAllThemes(page);
});

test('derives the slug from the name, and continues at the new campaign’s URL', async ({
  page,
  api,
  client,
  stack,
  openNew,
}) => {
  await openNew();
  await input(page, 'Campaign Name').fill('Spring & Fall -- 50% off!');
  await expect(
    page.getByText(`${stack.origin}/landing/${client.handle}/spring-fall-50-off`, { exact: true }),
  ).toBeVisible();
  await saveCampaign(page);
  await expectNewAddress(page);
  await expect(input(page, 'URL Slug')).toHaveValue('spring-fall-50-off');
  const campaign = await api.get<CreatedCampaign>(`/api/campaigns/${new URL(page.url()).pathname.split('/').at(-1)}`);
  expect(campaign.slug).toBe('spring-fall-50-off');
  expect(campaign.formFields.map(({ id }) => id)).toEqual(['fullName', 'phone', 'email', 'waterHeaterAge']);
});

test('shows the QR code, downloads it as PNG and SVG, and copies its URL', async ({ page, campaign, openCampaign }) => {
  await openCampaign();
  await expect(page.getByRole('link', { name: 'Preview' }).locator('visible=true')).toHaveAttribute(
    'href',
    campaign.landingUrl,
  );
  await button(page, 'QR Code').click();
  const code = page.getByRole('img', { name: `QR code that opens ${campaign.landingUrl}` });
  await expect(code).toBeVisible();
  expect(
    await code.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBeGreaterThan(100);
  await expectAccessibleInAllThemes(page);
  const png = await downloadBy(page, () => button(page, 'Download PNG').click());
  expect(png.suggestedFilename()).toBe('roof-check-qrcode.png');
  expect(readFileSync(await png.path()).toString('latin1', 1, 4)).toBe('PNG');
  await expectToast(page, 'QR Code Downloaded!');
  const svg = await downloadBy(page, () => button(page, 'Download SVG').click());
  expect(svg.suggestedFilename()).toBe('roof-check-qrcode.svg');
  expect(await textOf(svg)).toContain('<svg');
  await button(page, 'Copy URL').click();
  await expectToast(page, 'URL Copied!');
  expect(await clipboardOf(page)).toBe(campaign.landingUrl);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expectFocusOn(page, 'QR Code');
});

test('shows an error when the QR code cannot be loaded, and loads it on retry', async ({
  page,
  openCampaign,
  pageErrors,
}) => {
  pageErrors.expect(OFFLINE);
  await openCampaign();
  await page.context().setOffline(true);
  await button(page, 'QR Code').click();
  await expect(page.getByText('We could not load the QR code.')).toBeVisible();
  await page.context().setOffline(false);
  await button(page, 'Try again').click();
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible();
  await page.context().setOffline(true);
  await button(page, 'Download PNG').click();
  await expectToast(page, 'Failed to download QR code');
});

test('asks for confirmation before unsaved changes are lost by a link, by Back or by closing the tab', async ({
  page,
  client,
  campaign: _,
}) => {
  await page.goto(`/client/${client.id}?tab=campaigns`);
  await page.getByRole('link', { name: 'Edit' }).click();
  const message = input(page, 'Thank You Message');
  await message.fill('Thanks a lot.');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  const confirmation = page.getByRole('alertdialog', { name: 'Discard unsaved changes?' });
  await page.getByRole('link', { name: 'Back to Campaigns' }).click();
  await expect(confirmation).toBeVisible();
  await expectFocusOn(page, 'Keep editing');
  await expectAccessibleInAllThemes(page);
  await page.keyboard.press('Enter');
  await expect(confirmation).toBeHidden();
  await expect(message).toHaveValue('Thanks a lot.');

  const [question] = await Promise.all([page.waitForEvent('dialog'), page.close({ runBeforeUnload: true })]);
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();

  await page.goBack();
  await expect(confirmation).toBeVisible();
  await button(page, 'Discard changes').click();
  await page.waitForURL(`**/client/${client.id}?tab=campaigns`);
  await page.getByRole('link', { name: 'Edit' }).click();
  await expect(message).toHaveValue('Thanks!');
  await expect(page.getByText('Unsaved changes')).toHaveCount(0);
});

test('shows the server’s errors for a taken slug and a deleted campaign', async ({
  page,
  api,
  client,
  campaign,
  openCampaign,
}) => {
  await api.createCampaign(client, { slug: 'taken' });
  await openCampaign();
  await input(page, 'URL Slug').fill('Taken!');
  await button(page, 'Save Campaign').click();
  const taken = 'This URL slug is taken. Choose another one.';
  await expectToast(page, taken);
  await expectProblem(page, taken);
  await expectFocusOn(page, 'URL Slug');
  await input(page, 'URL Slug').fill('Free to use');
  await saveCampaign(page);
  expect(await api.get(`/api/campaigns/${campaign.id}`)).toMatchObject({ slug: 'free-to-use' });

  await api.deleteCampaign(campaign);
  await headline(page).fill('Too late');
  await button(page, 'Save Campaign').click();
  await expectToast(page, 'Campaign not found');
  await expect(headline(page)).toHaveValue('Too late');
});

test('shows that the monthly campaign limit is reached and keeps the input', async ({
  page,
  api,
  client,
  campaign: _,
  openNew,
}) => {
  await api.updateClient(client, { monthlyCampaignLimit: 1 });
  await openNew();
  await input(page, 'Campaign Name').fill('One too many');
  await button(page, 'Save Campaign').click();
  await expectToast(page, 'Monthly campaign limit of 1 reached');
  await expect(input(page, 'Campaign Name')).toHaveValue('One too many');
  expect(page.url()).toMatch(/campaign\/new$/);
});

test('works with the keyboard alone', async ({ page, openNew }) => {
  await openNew();
  await tabTo(page, 'Campaign Name');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('By keyboard');
  await tabTo(page, 'New field');
  await page.keyboard.press('Enter');
  await expectFocusOn(page, 'Label');
  await page.keyboard.type('Best time');
  await page.keyboard.press('Enter');
  await expectFocusOn(page, 'New field');
  await tabTo(page, 'Move Best time up', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Show a thank-you message');
  await page.keyboard.press('ArrowDown');
  await tabTo(page, 'Redirect URL');
  await page.keyboard.type('https://thanks.example/');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Campaign saved');
  await expectNewAddress(page);
  await page.reload();
  await expect(input(page, 'Redirect URL')).toHaveValue('https://thanks.example/');
  await expect.poll(async () => (await fieldNames(page)).at(-2)).toBe('Best time');
});

test('keeps the rest of the form if the code of the fields or of the images cannot be loaded', async ({
  page,
  openCampaign,
  pageErrors,
}) => {
  pageErrors.expect(ABORTED);
  await page.route(/assets\/(form|media)-fields-/, (route) => route.abort());
  await openCampaign();
  await expect(page.getByText('We could not load the form fields.')).toBeVisible();
  await expect(page.getByText('We could not load the images.')).toBeVisible();
  await input(page, 'Submit Button Text').fill('Book now');
  await saveCampaign(page);
});

test('shows when a campaign does not exist or cannot be loaded', async ({ page, client, pageErrors }) => {
  pageErrors.expect(ABORTED);
  await page.goto(`/client/${client.id}/campaign/00000000-0000-4000-8000-000000000000`);
  await expect(page.getByRole('heading', { name: 'Campaign not found' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Campaigns' })).toBeVisible();
  await expectAccessibleInAllThemes(page);
  const restore = await abortOperations(page, 'Campaign');
  await page.reload();
  await expect(page.getByText('We could not load this campaign.')).toBeVisible();
  await restore();
  await button(page, 'Try again').click();
  await expect(page.getByRole('heading', { name: 'Campaign not found' })).toBeVisible();
});
