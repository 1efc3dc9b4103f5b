import { execFile, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { pickPorts } from '@dripline/launcher/processes/ports';
import { expect, test as base } from '../fixtures';
import { expectAccessibleInAllThemes } from '../testing/axe';
import { PageErrors } from '../testing/page-errors';

const root = path.join(__dirname, '../../..');
const runbooks = readdirSync(path.join(root, 'docs/runbooks')).filter((file) => file.startsWith('dripline-'));

/** `page` shows the documentation site instead of Dripline. */
const test = base.extend<object, { site: string }>({
  site: [
    async ({ browserName: _ }, use) => {
      const vitepress = path.join(root, 'node_modules/vitepress/bin/vitepress.js');
      const { NODE_ENV: __, ...env } = process.env;
      await promisify(execFile)(process.execPath, [vitepress, 'build', 'docs'], { cwd: root, env });
      const [port = 0] = await pickPorts(1);
      const server = spawn(process.execPath, [vitepress, 'preview', 'docs', '--port', String(port)], {
        cwd: root,
        env,
      });
      await new Promise((resolve) => server.stdout.once('data', resolve));
      await use(`http://localhost:${port}`);
      server.kill();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: ({ site }, use) => use(site),
  pageErrors: async ({ site }, use) => {
    const errors = new PageErrors(site);
    await use(errors);
    errors.check();
  },
});

// In one worker, because each builds the site.
test.describe.configure({ mode: 'default' });

for (const width of [390, 1280])
  test(`the search of the documentation finds the page that restores a database, ${width} px wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('searchbox').fill('restore');
    await page.getByLabel('Back up and restore > Restore', { exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Back up and restore/);
  });

test('the quick start and every runbook are at most two clicks from the home page', async ({ page }) => {
  expect(runbooks.length).toBeGreaterThan(20);
  await page.goto('/');
  await page.getByRole('main').getByRole('link', { name: 'Quick start' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Quick start/);
  for (const file of runbooks) {
    const [, title = ''] = /^# (.*)/.exec(readFileSync(path.join(root, 'docs/runbooks', file), 'utf8'))!;
    await page.goto('/');
    await page.getByRole('main').getByRole('link', { name: 'Runbooks', exact: true }).click();
    await page.getByRole('main').getByRole('link', { name: title, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
  }
});

const pages = [
  '/',
  '/runbooks/',
  '/operate/install.html',
  '/operate/configuration.html',
  '/get-started/concepts.html',
  '/api/graphql-reference/queries.html',
  '/api/rest-reference/leads.html',
  '/adr/0004-send-each-message-once.html',
];
for (const url of pages)
  test(`the documentation page ${url} is accessible in light and dark, on a phone and on a desktop`, async ({
    page,
  }) => {
    await page.goto(url);
    await expectAccessibleInAllThemes(page);
  });
