import type { Page } from '@playwright/test';
import { contrastOf } from '@dripline/contract/colors/brand-colors';
import { expect, test as base } from '../fixtures';
import type { CreatedCampaign } from '../testing/api';
import { expectAccessibleInAllThemes } from '../testing/axe';
import { tabTo } from '../testing/keyboard';
import { brightestValueIn, drawPng } from '../testing/media';

const layouts = ['split', 'centered', 'picture'] as const;
const phone = { width: 360, height: 740 };
const desktop = { width: 1280, height: 900 };

interface Fixtures {
  /** Creates a campaign with everything that a page can show. */
  createPage: (design: Record<string, unknown>) => Promise<CreatedCampaign>;
}

/** The three layouts of landing pages, their colors and what supports the offer. */
const test = base.extend<Fixtures>({
  createPage: ({ api, client }, use) =>
    use((design) =>
      api.createCampaign(client, {
        headline: 'Is your roof ready for winter?',
        subheadline: 'A free check, this week.\n- Licensed and insured\n- A written report\n- No obligation',
        formTitle: 'Book your check',
        contactPhone: '+1 (415) 555-0110',
        contactAddress: '12 Mill Street, Springfield',
        testimonials: [
          { quote: 'On time, and cheaper than the last one.', name: 'Ann L.', stars: 5 },
          { quote: 'They came on a Sunday.', name: 'Bo K.', stars: 4 },
          { quote: 'Not a drop since.', name: 'Cy D.' },
        ],
        faq: [
          { question: 'Is it free?', answer: 'Yes, the check and the report.' },
          { question: 'How long does it take?', answer: 'Half an hour.' },
        ],
        ...design,
      }),
    ),
});

const boxOf = async (page: Page, selector: string) => (await page.locator(selector).first().boundingBox())!;

for (const layout of layouts)
  for (const [color, text] of [
    ['#e11d48', 'rgb(255, 255, 255)'],
    ['#eab308', 'rgb(20, 29, 31)'],
  ] as const)
    test(`the ${layout} layout in ${color} is complete and accessible on phones and desktops`, async ({
      page,
      api,
      createPage,
    }) => {
      const photo = await api.upload(await drawPng(page, 'house.png', '#ffffff'));
      const { landingUrl } = await createPage({ layout, brandColor: color, formImageUrl: photo });
      for (const size of [phone, desktop]) {
        await page.setViewportSize(size);
        await page.goto(landingUrl);
        const submit = page.getByRole('button', { name: 'Get My Free Info' });
        await expect(submit).toHaveCSS('color', text);
        await expect(submit).toHaveCSS('min-height', '56px');
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.getByRole('heading', { level: 2 })).toHaveText([
          'Book your check',
          'Frequently asked questions',
        ]);
        await expect(page.getByRole('listitem')).toHaveText([
          'Licensed and insured',
          'A written report',
          'No obligation',
        ]);
        await expect(page.getByRole('figure')).toHaveCount(3);
        await expect(page.getByRole('img', { name: '4 of 5 stars' })).toBeVisible();
        await expect(page.getByText('Half an hour.')).toBeHidden();
        await page.getByText('How long does it take?').click();
        await expect(page.getByText('Half an hour.')).toBeVisible();
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
      }
      await expectAccessibleInAllThemes(page);
    });

test('on a phone the form comes before the image, and in the centered layout in the first screen', async ({
  page,
  api,
  createPage,
}) => {
  const formImageUrl = await api.upload(await drawPng(page, 'house.png', '#336699'));
  await page.setViewportSize(phone);
  for (const layout of ['split', 'centered']) {
    await page.goto((await createPage({ layout, formImageUrl })).landingUrl);
    const [card, image] = [await boxOf(page, '.card'), await boxOf(page, '.image')];
    expect(image.y).toBeGreaterThan(card.y + card.height);
  }
  expect((await boxOf(page, '.control')).y).toBeLessThan(420);

  await page.setViewportSize(desktop);
  await page.goto((await createPage({ layout: 'split', formImageUrl, formImageSize: 240 })).landingUrl);
  const [words, card, image] = [await boxOf(page, '.words'), await boxOf(page, '.card'), await boxOf(page, '.image')];
  expect(card.x).toBeGreaterThan(words.x + words.width);
  expect(image.y).toBeGreaterThanOrEqual(words.y + words.height);
  expect([image.width, image.height]).toEqual([words.width, 240]);
});

test('without an image a phone shows no illustration, and the form starts in the upper half', async ({
  page,
  api,
  client,
}) => {
  const { landingUrl } = await api.createCampaign(client, {
    headline: 'A free check',
    subheadline: 'For every house.',
  });
  await page.setViewportSize(phone);
  await page.goto(landingUrl);
  await expect(page.locator('svg.illustration')).toBeHidden();
  expect((await boxOf(page, '.card')).y).toBeLessThan(290);
});

for (const layout of layouts)
  test(`below a long offer on a phone, a link leads to the form of the ${layout} layout, and the card then covers it`, async ({
    openPage,
    createPage,
  }) => {
    const { landingUrl } = await createPage({ layout, subheadline: 'A long story about roofs. '.repeat(60) });
    const page = await openPage({ javaScriptEnabled: false, viewport: phone });
    await page.goto(landingUrl);
    const link = page.getByRole('link', { name: 'Get My Free Info' });
    await expect(link).toBeInViewport({ ratio: 1 });
    expect((await boxOf(page, '.card')).y).toBeGreaterThan(phone.height);
    await link.click();
    await expect(page.getByRole('textbox', { name: 'Full Name' })).toBeInViewport();
    const [jump, card] = [await boxOf(page, '.jump'), await boxOf(page, '.card')];
    expect(jump.y).toBeGreaterThanOrEqual(card.y);
    expect(jump.y + jump.height).toBeLessThan(card.y + card.height);
    const covering = await page.evaluate(
      ([x, y]) => document.elementFromPoint(x!, y!)?.closest('.card')?.id,
      [jump.x + jump.width / 2, jump.y + jump.height / 2],
    );
    expect(covering).toBe('_form');
  });

for (const layout of layouts)
  test(`the thank-you page of the ${layout} layout is one narrow column, with script and without`, async ({
    page,
    openPage,
    createPage,
  }) => {
    const { landingUrl } = await createPage({ layout, brandColor: '#1d4ed8' });
    for (const visitor of [page, await openPage({ javaScriptEnabled: false, viewport: desktop })]) {
      await visitor.goto(landingUrl);
      await visitor.getByLabel('Full Name').fill('Ann Lee');
      await visitor.getByRole('button', { name: 'Get My Free Info' }).click();
      await expect(visitor.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
      const card = await boxOf(visitor, '.card');
      expect([card.x, card.width]).toEqual([380, 520]);
      await expect(visitor.locator('.hero, .faq')).toHaveCount(0);
    }
  });

test('the contact calls and opens a map, and a form of the picture layout works without script', async ({
  api,
  client,
  openPage,
  createPage,
}) => {
  const { landingUrl } = await createPage({ layout: 'picture', brandColor: '#7c3aed' });
  const page = await openPage({ javaScriptEnabled: false });
  await page.goto(landingUrl);
  await expect(page.getByRole('link', { name: '+1 (415) 555-0110' })).toHaveAttribute('href', 'tel:+14155550110');
  const map = page.getByRole('link', { name: '12 Mill Street, Springfield' });
  await expect(map).toHaveAttribute(
    'href',
    'https://www.google.com/maps/search/?api=1&query=12+Mill+Street%2C+Springfield',
  );
  await page.getByLabel('Full Name').fill('Ann Lee');
  await page.getByRole('button', { name: 'Get My Free Info' }).click();
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
  expect(await page.locator('.check path').evaluate((path) => getComputedStyle(path).stroke)).toBe('rgb(124, 58, 237)');
  expect(await api.leads(client)).toMatchObject([{ fullName: 'Ann Lee' }]);
});

test('the words of the picture layout keep a contrast of 4.5:1 on the brightest photo', async ({
  page,
  api,
  createPage,
}) => {
  const photo = await api.upload(await drawPng(page, 'snow.png', '#ffffff'));
  const { landingUrl } = await createPage({ layout: 'picture', backgroundImageUrl: photo });
  for (const size of [phone, { width: 860, height: 740 }, desktop, { width: 1920, height: 1000 }]) {
    await page.setViewportSize(size);
    await page.goto(landingUrl);
    const words = await boxOf(page, '.words');
    await expect(page.locator('h1')).toHaveCSS('color', 'rgb(255, 255, 255)');
    await page
      .locator('.words > *')
      .evaluateAll((parts) => parts.forEach((part) => ((part as HTMLElement).style.visibility = 'hidden')));
    const brightest = brightestValueIn(await page.screenshot({ clip: words }));
    const hex = brightest.toString(16).padStart(2, '0');
    expect(contrastOf(`#${hex}${hex}${hex}`, '#ffffff')).toBeGreaterThanOrEqual(4.5);
  }
});

/** Returns the outline of an element, and the color behind it. */
const ringOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const hex = (color: string) =>
      `#${color
        .match(/\d+/g)!
        .slice(0, 3)
        .map((value) => Number(value).toString(16).padStart(2, '0'))
        .join('')}`;
    const { outlineWidth, outlineStyle, outlineOffset, outlineColor } = getComputedStyle(element);
    const behind = getComputedStyle(element.closest('.offer, .card')!).backgroundColor;
    return { outline: [outlineWidth, outlineStyle, outlineOffset], ring: hex(outlineColor), behind: hex(behind) };
  });

test('a focused control has a solid ring of 3 px with a contrast of 3:1, on the card and on the accent color', async ({
  page,
  createPage,
}) => {
  await page.setViewportSize(phone);
  for (const brandColor of ['#facc15', '#146c74', '#ffffff']) {
    await page.goto((await createPage({ layout: 'centered', brandColor })).landingUrl);
    await tabTo(page, 'Full Name');
    for (const selector of ['#field-fullName', '.jump']) {
      if (selector === '.jump') await page.keyboard.press('Shift+Tab');
      const { outline, ring, behind } = await ringOf(page, selector);
      expect(outline).toEqual(['3px', 'solid', '2px']);
      expect(contrastOf(ring, behind)).toBeGreaterThanOrEqual(3);
    }
  }
});
