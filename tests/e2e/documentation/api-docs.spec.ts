import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import type { CreatedCampaign, CreatedClient } from '../testing/api';

/** Runs an operation with its example, or with the given values. Returns the status and the body. */
async function tryOut<Body>(
  page: Page,
  operation: string,
  parameters: Record<string, string> = {},
  body: object = {},
): Promise<{ status: string; body: Body }> {
  const block = page.locator(`.opblock[id$="-${operation}"]`);
  await block.locator('.opblock-summary-control').click();
  await block.getByRole('button', { name: 'Try it out' }).click();
  for (const [name, value] of Object.entries(parameters))
    await block.locator(`tr[data-param-name="${name}"] input`).fill(value);
  const editor = block.locator('textarea.body-param__text');
  await editor.fill(JSON.stringify({ ...(JSON.parse(await editor.inputValue()) as object), ...body }));
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'POST'),
    block.getByRole('button', { name: 'Execute' }).click(),
  ]);
  const status = block.locator('.live-responses-table tbody .response-col_status').first();
  return { status: (await status.innerText()).trim(), body: (await answer.json()) as Body };
}

/** A new user's first steps with the API, using only the documentation page and the generated admin password. */
test('the API documentation leads from signing in to submitting a lead with unchanged examples', async ({
  page,
  stack,
}) => {
  await page.goto('/api/docs');
  await expect(page.getByText('The browser stores the cookie')).toBeVisible();
  await expect(page.getByRole('button', { name: /authorize/i })).toHaveCount(0);

  expect(await tryOut(page, 'SignIn', {}, { password: stack.admin.password })).toMatchObject({
    status: '200',
    body: { username: 'admin' },
  });
  const { body: client, status } = await tryOut<CreatedClient>(page, 'CreateClient');
  expect(status).toBe('201');
  const { body: campaign } = await tryOut<CreatedCampaign>(page, 'CreateCampaign', { id: client.id });
  const lead = await tryOut(page, 'SubmitLead', { client: client.handle, slug: campaign.slug });
  expect(lead).toMatchObject({ status: '201', body: { thankYouMessage: expect.any(String) } });

  await page.goto(`/landing/${client.handle}/${campaign.slug}`);
  for (const label of ['Full name', 'Email', 'Phone']) await expect(page.getByLabel(label)).toBeVisible();
  // The example's username is unique, so that later runs of this test need it.
  await page.request.delete(`/api/clients/${client.id}`);
});
