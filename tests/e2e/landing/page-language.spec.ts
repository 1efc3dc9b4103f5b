import { languageTexts } from '@dripline/contract/rules/languages';
import { expect, test } from '../fixtures';
import { expectAccessibleInAllThemes } from '../testing/axe';
import { OFFLINE, statusError } from '../testing/page-errors';
import { saveCampaign } from '../testing/ui';

const { answers } = languageTexts.es;

/** Landing pages in other languages than English. */
test('a Spanish page speaks Spanish with script and without, and leads to its English original', async ({
  page,
  api,
  client,
  openPage,
  pageErrors,
}) => {
  pageErrors.expect(OFFLINE, statusError('400 (Bad Request)'));
  const formFields = [
    { id: 'fullName', type: 'text', label: 'Nombre' },
    { id: 'phone', type: 'tel', label: 'Teléfono' },
  ];
  const original = await api.createCampaign(client, { headline: 'A free check' });
  const spanish = await api.createCampaign(client, {
    language: 'es',
    translationOfId: original.id,
    headline: 'Una revisión gratis',
    submitButtonText: 'Enviar',
    formFields,
  });
  const plain = await openPage({ javaScriptEnabled: false });
  const disclosure = languageTexts.es.disclosure.replace('{{businessName}}', client.businessName);
  for (const visitor of [page, plain]) {
    await visitor.goto(`${spanish.landingUrl}?source=flyer`);
    await expect(visitor.locator('html')).toHaveAttribute('lang', 'es');
    await expect(visitor.getByText(disclosure)).toBeVisible();
    await visitor.getByLabel('Nombre').fill('Ana Ruiz');
    await visitor.getByLabel('Teléfono').fill('12');
    await visitor.getByRole('button', { name: 'Enviar' }).click();
    await expect(visitor.getByText(answers.phone.replace('{label}', 'Teléfono'))).toBeVisible();
  }
  await expect(plain).toHaveTitle(/^Hay un error: Una revisión gratis/);
  await expectAccessibleInAllThemes(page);

  await page.getByLabel('Teléfono').fill('');
  await page.getByRole('button', { name: 'Enviar' }).click();
  await expect(page.getByText(answers.required.replace('{label}', 'Teléfono'))).toBeVisible();
  await page.getByLabel('Teléfono').fill('4155552671');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Enviar' }).click();
  await expect(page.getByRole('alert')).toHaveText('No se pudo enviar el formulario. Inténtelo de nuevo.');
  await page.getByRole('button', { name: 'Cerrar' }).click();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Enviar' }).click();
  await expect(page.getByRole('heading', { name: '¡Gracias!' })).toBeVisible();
  expect(await api.leads(client)).toMatchObject([{ fullName: 'Ana Ruiz', source: 'flyer' }]);

  await plain.goto(`${spanish.landingUrl}?source=flyer`);
  await plain.getByRole('link', { name: 'English' }).click();
  await expect(plain).toHaveURL(`${original.landingUrl}?source=flyer`);
  await expect(plain.getByRole('heading', { name: 'A free check' })).toBeVisible();
  await plain.getByRole('link', { name: 'Español' }).click();
  await expect(plain.getByRole('heading', { name: 'Una revisión gratis' })).toBeVisible();
});

test('the builder sets the language and the original, and the consent text follows', async ({
  adminPage: page,
  api,
  client,
}) => {
  const original = await api.createCampaign(client, { name: 'Offer' });
  const campaign = await api.createCampaign(client, { name: 'Angebot', headline: 'Gratis geprüft' });
  await page.goto(`/client/${client.id}/campaign/${campaign.id}`);
  await page.getByRole('combobox', { name: 'Page Language' }).selectOption('Deutsch');
  await expect(page.getByRole('textbox', { name: 'Consent text', exact: true })).toHaveValue(
    languageTexts.de.disclosure,
  );
  await expect(page.getByRole('textbox', { name: 'Submit Button Text' })).toHaveValue(languageTexts.de.submit);
  await page.getByRole('combobox', { name: 'Translation Of' }).selectOption('Offer');
  await saveCampaign(page);
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Page Language' })).toHaveValue('de');
  await expect(page.getByRole('combobox', { name: 'Translation Of' })).toHaveValue(original.id);
  await page.goto(original.landingUrl);
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
});
