import type { Page } from 'playwright-core';
import { useHarness } from './testing/harness';

interface CreatedObject {
  id: string;
  handle: string;
  slug: string;
}

/** A new user's first steps with the API, using only the documentation page and the generated admin password. */
describe('the REST API documentation', () => {
  const harness = useHarness();

  /** Runs an operation with its example, or with the given values. Returns the status and the body. */
  async function tryOut(
    page: Page,
    operation: string,
    parameters: Record<string, string> = {},
    body: object = {},
  ): Promise<{ status: string; body: CreatedObject }> {
    const block = page.locator(`.opblock[id$="-${operation}"]`);
    await block.locator('.opblock-summary-control').click();
    await block.getByRole('button', { name: 'Try it out' }).click();
    for (const [name, value] of Object.entries(parameters))
      await block.locator(`tr[data-param-name="${name}"] input`).fill(value);
    const editor = block.locator('textarea.body-param__text');
    await editor.fill(JSON.stringify({ ...(JSON.parse(await editor.inputValue()) as object), ...body }));
    const responsePromise = page.waitForResponse((response) => response.request().method() === 'POST');
    await block.getByRole('button', { name: 'Execute' }).click();
    const answer = await responsePromise;
    const status = block.locator('.live-responses-table tbody .response-col_status');
    await status.first().waitFor();
    return { status: (await status.first().innerText()).trim(), body: (await answer.json()) as CreatedObject };
  }

  it('leads from signing in to submitting a lead with unchanged examples', async () => {
    const { page } = await harness.openSession();
    await page.goto('/api/docs');
    await page.getByText('The browser stores the cookie').waitFor();
    expect(await page.getByRole('button', { name: /authorize/i }).count()).toBe(0);

    expect(await tryOut(page, 'SignIn', {}, { password: harness.stack.admin.password })).toMatchObject({
      status: '200',
      body: { username: 'admin' },
    });
    const { body: client, status } = await tryOut(page, 'CreateClient');
    expect(status).toBe('201');
    const { body: campaign } = await tryOut(page, 'CreateCampaign', { id: client.id });
    const lead = await tryOut(page, 'SubmitLead', { client: client.handle, slug: campaign.slug });
    expect(lead).toMatchObject({ status: '201', body: { thankYouMessage: expect.any(String) as string } });
    expect(harness.errorLog.pageErrors).toEqual([]);

    await page.goto(`/landing/${client.handle}/${campaign.slug}`);
    for (const label of ['Full name', 'Email', 'Phone']) await page.getByLabel(label).waitFor();
    expect(harness.errorLog.pageErrors).toEqual([]);
    await page.context().request.delete(`/api/clients/${client.id}`);
  });
});
