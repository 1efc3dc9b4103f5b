import type { BrowserContext, Page } from 'playwright-core';
import { expectNoAxeViolations } from '../testing/axe';
import { expectAccessibleInAllThemes } from '../testing/all-themes';
import { expectFocusKept } from '../testing/keyboard';
import { type CreatedCampaign, createCampaign, createLead } from '../testing/create-campaign';
import { createClient, type CreatedClient } from '../testing/create-client';
import { useHarness } from '../testing/harness';

/**
 * How spam is detected, and how a client handles it. Tests run in order, and each continues where the previous one
 * ended.
 */
describe('the spam list', () => {
  const harness = useHarness();
  let admin: BrowserContext;
  let page: Page;
  let client: CreatedClient;
  let campaign: CreatedCampaign;

  beforeAll(async () => {
    ({ context: admin } = await harness.admin());
    client = await createClient(admin, { authEnabled: false });
    campaign = await createCampaign(admin, client.id, { name: 'Spring' });
    ({ page } = await harness.openSession());
  });

  const leads = async () =>
    (await (await admin.request.get(`/api/clients/${client.id}/leads`)).json()) as { formData: { fullName: string } }[];
  const names = async () => (await leads()).map(({ formData }) => formData.fullName);
  const table = () => page.getByRole('table', { name: 'spam' });
  const toast = (text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor();
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

  it('is separate from the leads and explains itself when it is empty', async () => {
    await page.goto(`/client/dashboard/${client.id}?tab=leads`);
    await page.getByRole('link', { name: 'Spam', exact: true }).click();
    await page.getByText('No spam', { exact: true }).waitFor();
    await expectAccessibleInAllThemes(page);
    await page.getByRole('link', { name: 'All leads' }).click();
    await page.getByText('No leads yet').waitFor();
  });

  it('receives submissions with a filled honeypot, which still get a thank-you page', async () => {
    const robot = await harness.openSession();
    const plain = await harness.personWithoutScript();
    for (const [visitor, name] of [
      [robot.page, 'Robot One'],
      [plain.page, 'Robot Two'],
    ] as const) {
      await visitor.goto(`${campaign.landingUrl}?source=flyer`);
      await visitor.getByLabel('Full Name').fill(name);
      await visitor.getByLabel('Phone').fill('4155552671');
      await visitor
        .locator('[name=_website]')
        .evaluate((honeypot: HTMLInputElement) => (honeypot.value = 'https://buy.example'));
      await visitor.getByRole('button', { name: 'Get My Free Info' }).click();
      await visitor.getByRole('heading', { name: 'Thank You!' }).waitFor();
      await visitor.getByText('Thanks!', { exact: true }).waitFor();
    }
    expect(await names()).toEqual([]);

    const { page: person } = robot;
    await person.goto(campaign.landingUrl);
    const focusOrder = [];
    for (let n = 0; n < 4; n += 1) {
      await person.keyboard.press('Tab');
      focusOrder.push(
        await person.evaluate(
          () => (document.activeElement as HTMLInputElement).name || document.activeElement?.tagName,
        ),
      );
    }
    expect(focusOrder).toEqual(['fullName', 'email', 'phone', 'BUTTON']);
    expect(await person.locator('form').ariaSnapshot()).not.toContain('Leave this empty');
    expect((await person.locator('.honeypot').boundingBox())!.width).toBeLessThanOrEqual(1);
    await expectNoAxeViolations(person);
    await person.getByLabel('Full Name').fill('Ann Lee');
    await person.getByRole('button', { name: 'Get My Free Info' }).click();
    await person.getByRole('heading', { name: 'Thank You!' }).waitFor();
    expect(await names()).toEqual(['Ann Lee']);
    await plain.context.close();
    await robot.context.close();
  });

  it('lists each submission with its reason and opens it', async () => {
    await page.reload();
    await page.getByRole('link', { name: 'Spam (2)' }).click();
    await table().getByText('Filled in a hidden field').first().waitFor();
    expect(
      await table()
        .getByRole('button', { name: /^Not spam: / })
        .evaluateAll((buttons) => buttons.map(({ ariaLabel }) => ariaLabel)),
    ).toEqual(['Not spam: Robot Two', 'Not spam: Robot One']);
    await expectAccessibleInAllThemes(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.setViewportSize({ width: 1280, height: 900 });
    await press('View Robot One');
    await page.getByRole('dialog').getByText('The submission filled in a form field that people cannot see.').waitFor();
    await page.getByRole('dialog').getByText('flyer').waitFor();
    await expectNoAxeViolations(page);
  });

  it('restores a submission as a lead and deletes another', async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Not spam', exact: true }).click();
    await toast('Moved to leads');
    await table().getByText('Robot One').waitFor({ state: 'detached' });
    await expectFocusKept(page);
    expect(await names()).toEqual(['Ann Lee', 'Robot One']);

    await press('Delete Robot Two');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await toast('Submission deleted successfully');
    await page.getByText('No spam', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'All leads' }).click();
    await page.getByRole('button', { name: 'View Robot One' }).waitFor();
    await page.getByRole('link', { name: 'Spam', exact: true }).waitFor();
  });

  it('holds a restored lead when the monthly limit is reached', async () => {
    expect((await admin.request.put(`/api/clients/${client.id}`, { data: { monthlyLeadLimit: 0 } })).ok()).toBe(true);
    await createLead(admin, client.id, campaign, { fullName: 'Robot Three' }, 'x&honeypotFilled=true');
    await page.goto(`/client/dashboard/${client.id}?tab=leads&view=spam`);
    await press('Not spam: Robot Three');
    await toast('Moved to leads and held');
    await page.getByText('1 lead is held').waitFor();
    await page.getByText('No spam', { exact: true }).waitFor();
  });

  it('offers a retry when spam cannot be loaded', async () => {
    await page.route('**/graphql', (route) => {
      const { operationName } = route.request().postDataJSON() as { operationName: string };
      return operationName === 'SpamLeads' ? route.abort() : route.continue();
    });
    await page.reload();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await expectNoAxeViolations(page);
    await page.unrouteAll({ behavior: 'wait' });
    await press('Try again');
    await page.getByText('No spam', { exact: true }).waitFor();
    harness.errorLog.pageErrors.splice(0);
  });

  it('causes no page errors', () => expect(harness.errorLog.pageErrors).toEqual([]));
});
