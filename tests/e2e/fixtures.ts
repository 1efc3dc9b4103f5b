import { type BrowserContextOptions, type Page, test as base } from '@playwright/test';
import { Api, type CreatedCampaign, type CreatedClient } from './testing/api';
import { browserCommand } from './testing/browser';
import { PageErrors } from './testing/page-errors';
import { type Stack, startStack } from './testing/stack';

export { expect } from '@playwright/test';

/** Options that a spec sets with `test.use`. */
export interface WorkerOptions {
  /** Environment of a stack that only this spec uses. By default, tests share one stack. */
  ownStack: Record<string, string> | undefined;
}

interface WorkerFixtures extends WorkerOptions {
  stack: Omit<Stack, 'stop'>;
}

interface Fixtures {
  /** Fails the test if its pages cause errors that the test did not declare. */
  pageErrors: PageErrors;
  /** The API, signed in as the administrator. */
  api: Api;
  /** A client of this test, with a login. */
  client: CreatedClient;
  /** A campaign of `client` with a short form. */
  campaign: CreatedCampaign;
  /** Opens a page in a new browser context that is not signed in. */
  openPage(options?: BrowserContextOptions): Promise<Page>;
  /** A page that is signed in as the administrator. */
  adminPage: Page;
  /** A page that is signed in as `client`. */
  clientPage: Page;
}

/** A test with its own data, pages and error check. `page` is a visitor who is not signed in. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  ownStack: [undefined, { scope: 'worker', option: true }],
  launchOptions: [async ({ browserName: _ }, use) => use(await browserCommand()), { scope: 'worker' }],
  stack: [
    async ({ ownStack }, use) => {
      if (!ownStack) return use(JSON.parse(process.env['E2E_STACK']!) as Stack);
      const stack = await startStack(ownStack);
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: ({ stack }, use) => use(stack.origin),
  pageErrors: [
    async ({ stack }, use) => {
      const errors = new PageErrors(stack.origin);
      await use(errors);
      errors.check();
    },
    { auto: true },
  ],
  context: async ({ context, pageErrors }, use) => {
    pageErrors.watch(context);
    await use(context);
  },
  openPage: async ({ browser, pageErrors }, use) => {
    const pages: Page[] = [];
    await use(async (options) => {
      const context = await browser.newContext(options);
      pageErrors.watch(context);
      const page = await context.newPage();
      pages.push(page);
      return page;
    });
    for (const page of pages) await page.context().close();
  },
  api: async ({ playwright, baseURL, stack }, use) => {
    const request = await playwright.request.newContext({ baseURL });
    const api = new Api(request);
    await api.post('/api/auth/login', stack.admin);
    await use(api);
    await request.dispose();
  },
  client: async ({ api }, use) => use(await api.createClient()),
  campaign: async ({ api, client }, use) => use(await api.createCampaign(client)),
  adminPage: async ({ api, openPage }, use) => use(await openPage({ storageState: await api.request.storageState() })),
  clientPage: async ({ client, openPage }, use) => {
    const page = await openPage();
    const session = await page.request.post('/api/auth/client/login', { data: client.login });
    // Stored as the sign-in screen does. A picture loads faster than the screen.
    await page.goto('/favicon.svg');
    await page.evaluate((value) => sessionStorage.setItem('clientUser', value), await session.text());
    await use(page);
  },
});
