import type { Page } from 'playwright-core';
import { useStage } from './testing/use-browser';

interface Made {
  id: string;
  handle: string;
  slug: string;
}

/** A stranger's first five minutes with the API: nothing but the page, and the password that the start showed. */
describe('the page of the REST API', () => {
  const stage = useStage();

  /** Tries a call out, with its example unless told otherwise; answers status and body. */
  async function tryOut(
    page: Page,
    operation: string,
    parameters: Record<string, string> = {},
    body: object = {},
  ): Promise<{ status: string; body: Made }> {
    const block = page.locator(`.opblock[id$="-${operation}"]`);
    await block.locator('.opblock-summary-control').click();
    await block.getByRole('button', { name: 'Try it out' }).click();
    for (const [name, value] of Object.entries(parameters))
      await block.locator(`tr[data-param-name="${name}"] input`).fill(value);
    const editor = block.locator('textarea.body-param__text');
    await editor.fill(JSON.stringify({ ...(JSON.parse(await editor.inputValue()) as object), ...body }));
    const answered = page.waitForResponse((each) => each.request().method() === 'POST');
    await block.getByRole('button', { name: 'Execute' }).click();
    const answer = await answered;
    const status = block.locator('.live-responses-table tbody .response-col_status');
    await status.first().waitFor();
    return { status: (await status.first().innerText()).trim(), body: (await answer.json()) as Made };
  }

  it('takes one from signing in to a lead, with the examples as they stand', async () => {
    const { page } = await stage.person();
    await page.goto('/api/docs');
    await page.getByText('The browser keeps the cookie').waitFor();
    expect(await page.getByRole('button', { name: /authorize/i }).count()).toBe(0);

    expect(await tryOut(page, 'SignIn', {}, { password: stage.stack.admin.password })).toMatchObject({
      status: '200',
      body: { username: 'admin' },
    });
    const { body: client, status } = await tryOut(page, 'CreateClient');
    expect(status).toBe('201');
    const { body: campaign } = await tryOut(page, 'CreateCampaign', { id: client.id });
    const lead = await tryOut(page, 'SubmitLead', { client: client.handle, slug: campaign.slug });
    expect(lead).toMatchObject({ status: '201', body: { thankYouMessage: expect.any(String) as string } });
    expect(stage.watch.complaints).toEqual([]);

    await page.goto(`/landing/${client.handle}/${campaign.slug}`);
    for (const label of ['Full name', 'Email', 'Phone']) await page.getByLabel(label).waitFor();
    expect(stage.watch.complaints).toEqual([]);
    await page.context().request.delete(`/api/clients/${client.id}`);
  });
});
