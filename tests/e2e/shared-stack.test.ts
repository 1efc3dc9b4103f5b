import { expectNoAxeViolations } from './testing/axe';
import { newClient } from './testing/new-client';
import { useStage } from './testing/use-browser';

/** The stack and sign-ins that the other specs rely on. */
describe('the shared stack', () => {
  const harness = useStage();

  it('signs in an administrator and a client, on screens without axe violations', async () => {
    const { page, context } = await harness.admin();
    const { id, businessName, login } = await newClient(context);
    await page.goto(`/client/${id}`);
    await page.getByRole('heading', { name: businessName }).waitFor();
    await expectNoAxeViolations(page);

    const client = await harness.person({ width: 360, height: 740 });
    expect((await client.context.request.post('/api/auth/client/login', { data: login })).ok()).toBe(true);
    expect(harness.watch.complaints).toEqual([]);
  });
});
