import { expectNoAxeViolations } from './testing/axe';
import { newClient } from './testing/new-client';
import { useStage } from './testing/use-browser';

/** What other specs rely on. */
describe('the stack that specs share', () => {
  const stage = useStage();

  it('lets an administrator and a client of the spec’s own in, on screens without an axe violation', async () => {
    const { page, context } = await stage.admin();
    const { id, businessName, login } = await newClient(context);
    await page.goto(`/client/${id}`);
    await page.getByRole('heading', { name: businessName }).waitFor();
    await expectNoAxeViolations(page);

    const client = await stage.person({ width: 360, height: 740 });
    expect((await client.context.request.post('/api/auth/client/login', { data: login })).ok()).toBe(true);
    expect(stage.watch.complaints).toEqual([]);
  });
});
