import { expect, test as base } from '../fixtures';
import { expectAccessibleInAllThemes } from '../testing/axe';

const HEADLINE = 'בדיקה חינם לדוד המים';

const test = base.extend({
  campaign: async ({ api, client }, use) => {
    const formFields = [
      { id: 'fullName', label: 'שם מלא', type: 'text', placeholder: 'ישראל ישראלי' },
      { id: 'phone', label: 'טלפון', type: 'tel', placeholder: 'מספר הטלפון', required: false },
      { id: 'roof', label: 'סוג', type: 'select', placeholder: 'בחרו', options: ['Gas', 'חשמל'], required: false },
    ];
    const texts = {
      headline: HEADLINE,
      subheadline: 'Rheem ועוד. נציג יחזור אליכם היום.',
      submitButtonText: 'שלחו',
      thankYouMessage: 'תודה, נחזור אליכם.',
    };
    await use(await api.createCampaign(client, { ...texts, formFields }));
  },
});

for (const width of [390, 1280])
  test(`a page whose headline is Hebrew is laid out from right to left at ${width} px`, async ({ page, campaign }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(campaign.landingUrl);
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await expect(page.locator('html')).toHaveAttribute('lang', 'und-Hebr');
    const box = async (selector: string) => (await page.locator(selector).first().boundingBox())!;
    const [offer, card] = [await box('.words'), await box('.card')];
    if (width > 860) expect(offer.x).toBeGreaterThan(card.x + card.width);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);

    /** Returns the space on both sides of the letters of an element's text. */
    const margins = (selector: string) =>
      page.locator(selector).evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const [text, frame] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
        return { left: text.left - frame.left, right: frame.right - text.right };
      });
    const label = await margins('label[for=field-fullName]');
    expect(label.left).toBeGreaterThan(label.right + 100);
    // An English name stays at the page's side.
    const brand = await margins('.brand');
    expect(brand.left).toBeGreaterThan(brand.right + 100);
    // The subheadline begins with a Latin word.
    await expect(page.locator('.subheadline')).toHaveCSS('direction', 'ltr');
    await expect(page.locator('.footer span')).toHaveAttribute('lang', 'en');

    // A control is at the page's side until its text has a direction.
    const phone = page.getByLabel('טלפון');
    await expect(phone).toHaveCSS('direction', 'rtl');
    await phone.fill('+1 415 555 2671');
    await expect(phone).toHaveCSS('direction', 'ltr');
    await page.getByLabel('שם מלא').fill('Ann');
    await expect(page.getByLabel('שם מלא')).toHaveCSS('direction', 'ltr');
    await page.getByLabel('שם מלא').fill('רות');
    await expect(page.getByLabel('שם מלא')).toHaveCSS('direction', 'rtl');
    await expect(page.getByLabel('סוג')).toHaveCSS('direction', 'rtl');
    await expectAccessibleInAllThemes(page);

    await phone.fill('');
    await page.getByRole('button', { name: 'שלחו' }).click();
    await expect(page.getByText('תודה, נחזור אליכם.')).toHaveCSS('direction', 'rtl');
    await expect(page.getByRole('heading', { name: 'Thank You!' })).toHaveAttribute('lang', 'en');
  });

test('the builder’s preview has the direction of the page', async ({ adminPage, client, campaign }) => {
  await adminPage.goto(`/client/${client.id}/campaign/${campaign.id}`);
  const preview = adminPage.frameLocator('iframe[title="Preview of the landing page"]');
  await expect(preview.getByRole('heading', { name: HEADLINE })).toBeVisible();
  await expect(preview.locator('.page')).toHaveCSS('direction', 'rtl');
});
