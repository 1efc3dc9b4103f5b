import { expectNoAxeViolations } from './testing/axe';
import { createClient } from './testing/create-client';
import { useHarness } from './testing/harness';

/** The stack and sign-ins that the other specs rely on. */
describe('the shared stack', () => {
  const harness = useHarness();

  it('signs in an administrator and a client, on screens without axe violations', async () => {
    const { page, context } = await harness.admin();
    const { id, businessName, login } = await createClient(context);
    await page.goto(`/client/${id}`);
    await page.getByRole('heading', { name: businessName }).waitFor();
    await expectNoAxeViolations(page);

    const client = await harness.openSession({ width: 360, height: 740 });
    expect((await client.context.request.post('/api/auth/client/login', { data: login })).ok()).toBe(true);
    expect(harness.errorLog.pageErrors).toEqual([]);
  });
});
