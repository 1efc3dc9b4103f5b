import { expect, test } from '../fixtures';
import { expectAccessibleInAllThemes } from '../testing/axe';

test('the SMS Follow-ups tab forecasts the month, and the editor what a change of a sequence adds', async ({
  clientPage: page,
  api,
  client,
  campaign,
}) => {
  await api.updateClient(client, { monthlySMSLimit: 3 });
  const steps = Array.from({ length: 3 }, (_, step) => ({ delayMinutes: step === 0 ? 0 : 1, message: 'Hello' }));
  const body = { name: 'Welcome', campaignId: campaign.id, triggerEvent: 'lead_created', status: 'active', steps };
  await api.post(`/api/clients/${client.id}/sms-sequences`, body);
  await api.createLead(client, campaign, { fullName: 'Ann Lee', phone: '(415) 555-2702' });
  await expect.poll(() => api.sentCount(client)).toBe(1);
  await page.goto(`/client/dashboard/${client.id}?tab=sms`);
  const forecast = page.getByRole('region', { name: 'Forecast' });
  await expect(forecast).toContainText(/\d+ of 3 messages expected in \w+ 20\d\d\./);
  await forecast.getByRole('button', { name: 'How this is computed' }).click();
  await expect(forecast).toContainText('Used so far1');
  await expectAccessibleInAllThemes(page);

  await page.getByRole('button', { name: 'Edit Welcome' }).click();
  const editor = page.getByRole('dialog');
  await expect(editor).toContainText(/This sequence: \d+ messages? by then, at 1\.0 leads a day\./);
  await editor.getByRole('combobox', { name: 'Campaign' }).selectOption('');
  await expect(editor.getByText(/This sequence:/)).toBeHidden();
});
