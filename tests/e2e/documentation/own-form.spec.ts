import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, test } from '../fixtures';
import { statusError } from '../testing/page-errors';

const guide = readFileSync(path.join(__dirname, '../../../docs/guides/your-own-form.md'), 'utf8');

test('the form of the guide creates a lead from another site, and shows errors and thanks', async ({
  openPage,
  api,
  client,
  campaign,
  baseURL,
  pageErrors,
}) => {
  const [, block = ''] = /```html\n([^]*?)```/.exec(guide)!;
  const form = block
    .replace('https://leads.example.com', baseURL!)
    .replace('acme-heating/spring', `${client.handle}/${campaign.slug}`);
  const site = createServer((_, response) => response.setHeader('content-type', 'text/html').end(form)).listen(0);
  await once(site, 'listening');
  const origin = `http://localhost:${(site.address() as AddressInfo).port}`;
  try {
    const page = await openPage();
    pageErrors.expect(`request to ${origin}`, statusError('400 (Bad Request)'));
    await page.goto(origin);
    await expect(page.locator('#disclosure')).toContainText('STOP');
    await page.getByLabel('Full name').fill('Ann Lee');
    await page.getByLabel('Phone').fill('12');
    await page.getByRole('button').click();
    await expect(page.getByRole('status')).toContainText('phone number');
    await page.getByLabel('Phone').fill('(415) 555-2671');
    await page.getByRole('button').click();
    await expect(page.getByRole('status')).toHaveText('Thanks!');
    expect(await api.leads(client)).toMatchObject([{ fullName: 'Ann Lee', source: 'website' }]);
  } finally {
    site.close();
  }
});
