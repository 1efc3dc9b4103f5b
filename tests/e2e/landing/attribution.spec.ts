import { expect, test } from '../fixtures';
import { expectAccessibleInAllThemes } from '../testing/axe';
import { statusError } from '../testing/page-errors';
import { saveCampaign } from '../testing/ui';

test('a lead keeps the ad and the site that the visitor came from: with script, without, and in another language', async ({
  page,
  api,
  client,
  clientPage,
  openPage,
  pageErrors,
}) => {
  pageErrors.expect(statusError('400 (Bad Request)'));
  const english = await api.createCampaign(client, {});
  const spanish = await api.createCampaign(client, { language: 'es', translationOfId: english.id });
  const ad = `${spanish.landingUrl}?utm_source=google&utm_medium=cpc&utm_campaign=Spring+%26+Co&gclid=Cj0K-x_1&x=1`;
  const plain = await openPage({ javaScriptEnabled: false });
  for (const [visitor, name] of [
    [page, 'Ana Ruiz'],
    [plain, 'Bea Ruiz'],
  ] as const) {
    await visitor.goto(ad, { referer: 'https://www.google.com/search?q=ana+ruiz' });
    await visitor.getByRole('link', { name: 'English' }).click();
    await expect(visitor).toHaveURL(new RegExp(`^${english.landingUrl}\\?source=google&referrer=`));
    await visitor.getByLabel('Full Name').fill(name);
    await visitor.getByLabel('Phone').fill('12');
    await visitor.locator('form button[type=submit]').click();
    await expect(visitor.getByText(/must be a phone number/)).toBeVisible();
    await visitor.getByLabel('Phone').fill('(415) 555-2690');
    await visitor.locator('form button[type=submit]').click();
    await expect(visitor.getByText('Thanks!')).toBeVisible();
  }
  const attribution = {
    referrer: 'https://www.google.com/search',
    utmSource: 'google',
    utmMedium: 'cpc',
    utmCampaign: 'Spring & Co',
    utmTerm: null,
    gclid: 'Cj0K-x_1',
    fbclid: null,
  };
  expect(await api.leads(client)).toMatchObject([
    { fullName: 'Bea Ruiz', source: 'google', attribution },
    { fullName: 'Ana Ruiz', source: 'google', attribution },
  ]);

  await clientPage.goto(`/client/dashboard/${client.id}?tab=leads`);
  await clientPage.getByRole('button', { name: 'View Ana Ruiz' }).click();
  const drawer = clientPage.getByRole('dialog', { name: 'Ana Ruiz' });
  for (const [label, value] of [
    ['Referrer', 'https://www.google.com/search'],
    ['UTM campaign', 'Spring & Co'],
    ['Google click ID (gclid)', 'Cj0K-x_1'],
  ] as const)
    await expect(drawer.locator('dt', { hasText: label }).locator('+ dd')).toHaveText(value);
  await expect(drawer.getByText('UTM term')).toHaveCount(0);
  await expectAccessibleInAllThemes(clientPage);
});

test('the builder asks visitors for consent to tell ad networks, who choose with script and without', async ({
  page,
  api,
  client,
  clientPage,
  campaign,
  openPage,
  pageErrors,
}) => {
  pageErrors.expect(statusError('400 (Bad Request)'));
  const text = 'Tell Google and Meta that their ad led to this request.';
  await clientPage.goto(`/client/${client.id}/campaign/${campaign.id}`);
  await clientPage.getByRole('textbox', { name: 'Ad Consent Text' }).fill(text);
  await expect(
    clientPage.frameLocator('iframe[title="Preview of the landing page"]').getByRole('checkbox', { name: text }),
  ).not.toBeChecked();
  await expectAccessibleInAllThemes(clientPage);
  await saveCampaign(clientPage);

  const plain = await openPage({ javaScriptEnabled: false });
  for (const [visitor, name] of [
    [page, 'Ann Lee'],
    [plain, 'Bob Lee'],
  ] as const) {
    await expect(async () => {
      await visitor.goto(`${campaign.landingUrl}?gclid=Cj0K-x_1`);
      await expect(visitor.getByRole('checkbox', { name: text })).not.toBeChecked({ timeout: 1_000 });
    }).toPass();
    for (const [isGiven, phone] of [
      [false, '(415) 555-2691'],
      [true, '(415) 555-2692'],
    ] as const) {
      await visitor.goto(`${campaign.landingUrl}?gclid=Cj0K-x_1`);
      if (isGiven) await visitor.getByText(text).click();
      await visitor.getByLabel('Full Name').fill(name);
      await visitor.getByLabel('Phone').fill('12');
      await visitor.locator('form button[type=submit]').click();
      await expect(visitor.getByText(/must be a phone number/)).toBeVisible();
      await expect(visitor.getByRole('checkbox', { name: text })).toBeChecked({ checked: isGiven });
      if (isGiven && visitor === page) await expectAccessibleInAllThemes(visitor);
      await visitor.getByLabel('Phone').fill(phone);
      await visitor.locator('form button[type=submit]').click();
      await expect(visitor.getByText('Thanks!')).toBeVisible();
    }
  }
  expect(await api.leads(client)).toMatchObject([
    { fullName: 'Bob Lee', adConsent: true, adConsentText: text, attribution: { gclid: 'Cj0K-x_1' } },
    { fullName: 'Bob Lee', adConsent: false, adConsentText: text, attribution: null },
    { fullName: 'Ann Lee', adConsent: true, adConsentText: text, attribution: { gclid: 'Cj0K-x_1' } },
    { fullName: 'Ann Lee', adConsent: false, adConsentText: text, attribution: null },
  ]);
});
