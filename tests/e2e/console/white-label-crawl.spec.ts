import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inflateSync } from 'node:zlib';
import { pickPorts } from '@dripline/launcher/processes/ports';
import { type SmtpEmulator, startSmtpEmulator } from '@dripline/runtime/testing/smtp-emulator';
import type { BrowserContext, Download, Page } from '@playwright/test';
import { type EmulatorProcess, startEmulator } from '../../harness/twilio-emulator-process';
import { expect, test as base } from '../fixtures';
import { Api } from '../testing/api';
import { statusError } from '../testing/page-errors';
import { untilIdle } from '../testing/network';
import { dialogOf, downloadBy, expectToast, pressInDialog, textOf } from '../testing/ui';

const PRODUCT = /dripline/i;
const PASSWORD = 'a password for the tests of white label';
const account = {
  TWILIO_ACCOUNT_SID: `AC${'0123456789abcdef'.repeat(2)}`,
  TWILIO_AUTH_TOKEN: 'the emulator’s token',
  TWILIO_MESSAGING_SERVICE_SID: `MG${'0'.repeat(32)}`,
};
/** Each test has numbers of its own, because one of them opts out. */
let numbers = 0;

/** Collects where the product's name stands in what a browser receives and shows. */
class Crawl {
  private readonly found = new Set<string>();
  private readonly checks: Promise<void>[] = [];

  watch(context: BrowserContext): void {
    context.on('response', (response) => {
      const check = async () => {
        const headers = await response.allHeaders();
        this.check(`headers of ${response.url()}`, JSON.stringify(headers));
        // A stream does not end, and a redirect has no body.
        const isText = /text|json|javascript|svg|xml/.test(headers['content-type'] ?? '');
        if (
          !isText ||
          /event-stream/.test(headers['content-type']!) ||
          [301, 302, 303, 304].includes(response.status())
        )
          return;
        this.check(response.url(), await response.text());
      };
      // The body of a response is gone once its page has left.
      this.checks.push(check().catch(() => undefined));
    });
  }

  check(name: string, text: string): void {
    const match = PRODUCT.exec(text);
    if (match) this.found.add(`${name}: …${text.slice(Math.max(0, match.index - 40), match.index + 40)}…`);
  }

  /** Checks what the page shows and stores. */
  async visit(page: Page): Promise<void> {
    this.check(`${page.url()} as shown`, `${await page.title()} ${await page.content()}`);
    const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]));
    this.check(`storage of ${page.url()}`, stored);
    this.check(`cookies of ${page.url()}`, JSON.stringify(await page.context().cookies()));
  }

  /** Checks a file with its name. */
  async download(download: Download): Promise<void> {
    const name = download.suggestedFilename();
    this.check('the name of a file', name);
    if (name.endsWith('.pdf')) this.checkPdf(name, readFileSync(await download.path()));
    else this.check(name, await textOf(download));
  }

  /** Checks the metadata and the texts of a PDF, whose streams are compressed and whose texts are hexadecimal. */
  checkPdf(name: string, file: Buffer): void {
    const source = file.toString('latin1');
    const decode = (text: string) =>
      [...text.matchAll(/<([0-9a-f]+)>/gi)].map(([, hex]) => Buffer.from(hex!, 'hex').toString('latin1')).join('');
    const streams = [...source.matchAll(/stream\r?\n/g)].flatMap(({ index, 0: keyword }) => {
      if (source.slice(index - 3, index) === 'end') return [];
      try {
        return [inflateSync(file.subarray(index + keyword.length)).toString('latin1')];
      } catch {
        // Fonts and pictures may be stored otherwise.
        return [];
      }
    });
    const texts = [source, decode(source), ...streams, ...streams.map(decode)];
    expect(streams.some((stream) => decode(stream).length > 0)).toBe(true);
    // A picture’s bytes mean no letters, and spaces between them are of the encoding UTF-16.
    this.check(name, texts.join('\n').replaceAll('\0', ''));
  }

  async finish(): Promise<void> {
    await Promise.all(this.checks);
    expect([...this.found]).toEqual([]);
  }
}

interface Received {
  headers: http.IncomingHttpHeaders;
  body: string;
}

interface Fixtures {
  crawl: Crawl;
  /** The number of the test's lead. */
  phone: string;
  /** Deliveries to a webhook of `client`. */
  received: Received[];
}

interface WorkerFixtures {
  smtp: SmtpEmulator;
  twilio: { emulator: EmulatorProcess; variables: Record<string, string> };
}

/** A client with white label, on a stack that sends emails and text messages to emulators. */
const test = base.extend<Fixtures, WorkerFixtures>({
  smtp: [
    async ({ browserName: _ }, use) => {
      const smtp = await startSmtpEmulator();
      await use(smtp);
      await smtp.stop();
    },
    { scope: 'worker' },
  ],
  twilio: [
    async ({ browserName: _ }, use) => {
      const [port = 0, twilioPort = 0] = await pickPorts(2);
      const PUBLIC_URL = `http://localhost:${port}`;
      const LEDGER = path.join(mkdtempSync(path.join(tmpdir(), 'ledger-')), 'ledger.jsonl');
      const emulator = await startEmulator(twilioPort, { PUBLIC_URL, LEDGER, ...account });
      const TWILIO_API_BASE = `http://127.0.0.1:${twilioPort}`;
      await use({ emulator, variables: { PORT: String(port), PUBLIC_URL, TWILIO_API_BASE, ...account } });
      await emulator.kill();
    },
    { scope: 'worker' },
  ],
  ownStack: [
    async ({ smtp, twilio: { variables } }, use) =>
      use({ SMTP_URL: smtp.url, EMAIL_FROM: 'leads@agency.example', WEBHOOK_ALLOW_PRIVATE: 'true', ...variables }),
    { scope: 'worker' },
  ],
  phone: ({ browserName: _ }, use) => use(`(415) 555-267${(numbers += 1)}`),
  crawl: async ({ browserName: _ }, use) => {
    const crawl = new Crawl();
    await use(crawl);
    await crawl.finish();
  },
  client: async ({ api }, use) => {
    const client = await api.createClient();
    await api.updateClient(client, {
      ...{ whiteLabelEnabled: true, webhooksEnabled: true, abTestingEnabled: true },
      quietHours: { enabled: false, start: '20:30', end: '08:00' },
    });
    await use(client);
  },
  clientPage: async ({ clientPage, crawl }, use) => {
    crawl.watch(clientPage.context());
    await use(clientPage);
  },
  received: async ({ api, client }, use) => {
    const received: Received[] = [];
    const server = http.createServer((req, res) => {
      const chunks: Buffer[] = [];
      req
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => {
          received.push({ headers: req.headers, body: Buffer.concat(chunks).toString() });
          res.end();
        });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
    const events = ['lead.created', 'lead.updated', 'sms.sent', 'sms.replied'];
    await api.post(`/api/clients/${client.id}/webhooks`, { url, events });
    await use(received);
    await new Promise((resolve) => (server.close(resolve), server.closeAllConnections()));
  },
});
// All tests use one stack.
test.describe.configure({ mode: 'default' });
test.slow();

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const dashboardOf = ({ id }: { id: string }) => `/client/dashboard/${id}`;

test('visitors, and a client on each tab, find the product’s name nowhere', async ({
  api,
  client,
  openPage,
  pageErrors,
  crawl,
}) => {
  pageErrors.expect(statusError('404 (Not Found)'), statusError('400 (Bad Request)'));
  const campaign = await api.createCampaign(client, { headline: 'A free check' });
  const paused = await api.createCampaign(client, { status: 'inactive' });
  const spanish = await api.createCampaign(client, {
    ...{ language: 'es', layout: 'picture', translationOfId: campaign.id, headline: 'Una revisión gratis' },
    adConsentText: 'Puede compartirlo.',
  });
  await api.createSequence(client, campaign);
  const lead = await api.createLead(client, campaign, { fullName: 'Ann Lee', phone: '(212) 555-0187' });
  await expect.poll(() => api.sentCount(client)).toBe(1);

  const page = await openPage();
  crawl.watch(page.context());
  const dashboard = dashboardOf(client);
  await page.goto(dashboard);
  await page.getByLabel('Username').fill(client.login.username);
  await page.getByLabel('Password').fill('wrong password');
  await press(page, 'Sign In');
  await expectToast(page, 'Login failed');
  await crawl.visit(page);
  await page.getByLabel('Password').fill(client.login.password);
  await press(page, 'Sign In');
  await expectToast(page, 'Login successful');
  for (const [tab, heading] of [
    ['dashboard', 'Dashboard'],
    ['campaigns', 'Campaigns'],
    ['leads', 'Leads'],
    ['sms', 'SMS Follow-ups'],
    ['files', 'File Manager'],
    ['webhooks', 'Webhooks'],
    ['settings', 'Settings'],
  ]) {
    await page.goto(`${dashboard}?tab=${tab}`);
    await expect(page.getByRole('heading', { level: 1, name: heading! })).toBeVisible();
    await expect(page.getByRole('banner').getByRole('img')).toHaveCount(0);
    await crawl.visit(page);
  }
  await page.goto(`${dashboard}/campaign/${campaign.id}`);
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'A free check' })).toBeVisible();
  await crawl.visit(page);
  await page.goto(`${dashboard}/campaign/${lead.id}`);
  await expect(page.getByRole('heading', { name: 'Campaign not found' })).toBeVisible();
  await crawl.visit(page);
  await page.goto(`${dashboard}/none`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await crawl.visit(page);
  for (const address of ['/api/docs/', '/api/docs/changes', '/api/openapi.json', '/graphql']) {
    await page.goto(address);
    await crawl.visit(page);
  }
  await page.goto(dashboard);
  await press(page, 'Logout');
  await expect(page.getByText(`Your campaigns and leads on ${client.businessName}`)).toBeVisible();
  await crawl.visit(page);

  for (const visitor of [await openPage(), await openPage({ javaScriptEnabled: false })]) {
    crawl.watch(visitor.context());
    const missing = [paused.landingUrl, `/landing/${client.handle}/none`, '/q/none'];
    for (const url of [...missing, spanish.landingUrl, campaign.landingUrl]) {
      await visitor.goto(url);
      crawl.check(url, await visitor.content());
    }
    await visitor.getByLabel('Full Name').fill('Bo Lee');
    await visitor.getByLabel('Phone').fill('12');
    await visitor.locator('button[type=submit]').click();
    await expect(visitor.getByText(/phone number/i).first()).toBeVisible();
    crawl.check('form with errors', await visitor.content());
    await visitor.getByLabel('Phone').fill('');
    await visitor.locator('button[type=submit]').click();
    await expect(visitor.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
    crawl.check('thank-you page', await visitor.content());
  }
  await api.updateClient(client, { status: 'inactive' });
  const visitor = await openPage();
  crawl.watch(visitor.context());
  await visitor.goto(campaign.landingUrl);
  crawl.check('page of an inactive client', await visitor.content());
});

test('a client finds the product’s name nowhere in its leads, their import, export and conversations', async ({
  api,
  client,
  campaign,
  clientPage: page,
  crawl,
  phone,
  twilio: { emulator },
}) => {
  const e164 = `+1${phone.replaceAll(/\D/g, '')}`;
  const dashboard = dashboardOf(client);
  await api.createSequence(client, campaign);
  const lead = await api.createLead(client, campaign, { fullName: 'Ann Lee', phone });
  await expect.poll(() => api.sentCount(client)).toBe(1);

  await page.goto(`${dashboard}?tab=leads&view=board`);
  await expect(page.getByRole('region', { name: 'New 1', exact: true })).toBeVisible();
  await crawl.visit(page);
  await press(page, 'Views');
  const views = page.getByRole('dialog', { name: 'Saved views' });
  await views.getByRole('textbox', { name: 'Save this view as' }).fill('Board');
  await page.keyboard.press('Enter');
  await expectToast(page, 'View saved');
  await crawl.visit(page);

  await page.goto(`${dashboard}?tab=leads&dialog=view&id=${lead.id}`);
  const drawer = dialogOf(page);
  await expect(drawer.getByText('Hello Ann').first()).toBeVisible();
  await crawl.visit(page);
  await drawer.getByRole('tab', { name: 'Conversation' }).click();
  const thread = drawer.getByRole('log', { name: 'Conversation' });
  await drawer.getByLabel('Message').fill('When may we call you?');
  await press(page, 'Send');
  await expect(thread.getByText('Delivered', { exact: true })).toHaveCount(2);
  // The provider itself answers both, and the product adds nothing.
  for (const body of ['HELP', 'STOP']) {
    expect(await emulator.sendReply(e164, body)).toBe(200);
    await expect(thread.getByText(body, { exact: true })).toBeVisible();
    await crawl.visit(page);
  }
  await expect(drawer.getByText(/^You cannot write to this lead because/)).toBeVisible();
  await crawl.visit(page);
  const { messages } = await emulator.ledger();
  expect(messages.filter(({ to }) => to === e164)).toHaveLength(2);
  crawl.check('messages', JSON.stringify(messages.map(({ body }) => body)));

  await page.goto(`${dashboard}?tab=leads`);
  await crawl.download(await downloadBy(page, () => page.getByRole('link', { name: 'Export' }).click()));
  await press(page, 'Import');
  const dialog = page.getByRole('dialog', { name: 'Import leads' });
  await expect(dialog).toBeVisible();
  await crawl.visit(page);
  const lines = ['Name;Mobile;Consent', 'Bo Chen;(415) 555-2690;yes', 'Bad;none;yes'];
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'fair.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) });
  await expect(dialog).toContainText('2 rows in the file');
  await crawl.visit(page);
  await page.getByRole('textbox', { name: 'How did these people agree?' }).fill('Signed the form at the fair');
  await pressInDialog(page, 'Check the rows');
  await expect(dialog).toContainText('1 row can be imported');
  await crawl.visit(page);
  await crawl.download(await downloadBy(page, () => press(page, 'Download these rows')));
  await dialog.getByRole('button', { name: /^Import 1 / }).click();
  await expect(page.getByRole('group', { name: 'Change of many leads' }).first()).toContainText('Imported 1 lead');
  await crawl.visit(page);
  await page.goto(`${dashboard}?tab=leads&view=spam`);
  await expect(page.getByText('No spam', { exact: true })).toBeVisible();
  await crawl.visit(page);
});

test('a client finds the product’s name nowhere in versions, drafts, tests and placements of its campaigns', async ({
  api,
  client,
  campaign,
  clientPage: page,
  crawl,
  phone,
}) => {
  const dashboard = dashboardOf(client);
  await api.createSequence(client, campaign, [
    [0, 'Hello'],
    [2 * 24 * 60, 'Hello again'],
  ]);
  await api.createLead(client, campaign, { fullName: 'Ann Lee', phone });
  await api.put(`/api/campaigns/${campaign.id}`, { headline: 'Another headline' });

  const builder = `${dashboard}/campaign/${campaign.id}`;
  await page.goto(`${builder}?dialog=versions`);
  await expect(page.getByRole('article', { name: 'Version 2' })).toBeVisible();
  await crawl.visit(page);
  await page.goto(builder);
  await page.getByLabel('Headline', { exact: true }).fill('From the draft');
  await page.getByRole('button', { name: 'Save as a draft' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Save as a draft' })).toBeVisible();
  await crawl.visit(page);
  await pressInDialog(page, 'Save as a draft');
  await expectToast(page, 'Draft saved');
  await crawl.visit(page);

  await page.goto(`${dashboard}?tab=sms`);
  await press(page, 'Edit Welcome');
  const form = page.getByRole('dialog', { name: 'Edit SMS sequence' });
  await form.getByRole('button', { name: /^Step 2 / }).click();
  await form.getByRole('group', { name: 'Step 2' }).getByLabel('Message').fill('Edited');
  await crawl.visit(page);
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('dialog', { name: 'Publish a new version?' })).toBeVisible();
  await crawl.visit(page);
  await press(page, 'Publish');
  await expectToast(page, 'SMS sequence updated successfully');
  await press(page, 'Versions of Welcome');
  await expect(page.getByRole('article', { name: 'Version 2' })).toBeVisible();
  await crawl.visit(page);
  await page.goto(`${dashboard}?tab=sms`);
  await press(page, 'Preview Welcome');
  await expect(dialogOf(page)).toBeVisible();
  await crawl.visit(page);

  const openMenu = async (item: string) => {
    await page.goto(`${dashboard}?tab=campaigns`);
    await press(page, `More actions for ${campaign.name}`);
    await page.getByRole('menuitem', { name: item }).click();
  };
  await openMenu('A/B tests');
  await press(page, 'New test');
  const test = page.getByRole('dialog', { name: 'New test' });
  await expect(test.getByText(/^Each page needs [\d,]+ views/)).toBeVisible();
  await crawl.visit(page);
  await test.getByLabel('Headline', { exact: true }).fill('Hot water by tonight');
  await press(page, 'Start test');
  await expect(page.getByRole('article', { name: 'Page B' })).toBeVisible();
  await crawl.visit(page);
  await openMenu('QR placements');
  await press(page, 'Add placement');
  const placement = page.getByRole('dialog', { name: 'Add placement' });
  await placement.getByLabel('Name of the placement').fill('Van 2');
  await placement.getByRole('button', { name: 'Add placement' }).click();
  const van = page.getByRole('article', { name: 'Van 2' });
  await expect(van).toBeVisible();
  await crawl.visit(page);
  for (const file of ['Image for print shops (SVG)', 'Poster, A4 (PDF)', /^Avery L7165/]) {
    const choose = async () => {
      await van.getByRole('button', { name: 'Download the code of Van 2' }).click();
      await page.getByRole('menuitem', { name: file }).click();
    };
    await crawl.download(await downloadBy(page, choose));
  }
});

test('a team finds the product’s name nowhere in its settings, notifications, emails, webhooks and statement', async ({
  api,
  client,
  campaign,
  clientPage: page,
  openPage,
  crawl,
  phone,
  smtp,
  received,
}) => {
  const dashboard = dashboardOf(client);
  await page.goto(`${dashboard}?tab=settings`);
  await press(page, 'Add member');
  const form = dialogOf(page);
  await crawl.visit(page);
  const username = `mia-${client.id.slice(0, 8)}`;
  await form.getByLabel('Display name').fill('Mia Lund');
  await form.getByLabel('Username').fill(username);
  await form.getByLabel('Password').fill(PASSWORD);
  await form.getByLabel('Email for notifications').fill(`${username}@acme.example`);
  await pressInDialog(page, 'Add member');
  await expectToast(page, 'Member added');
  await crawl.visit(page);
  for (const [button, close] of [
    ['Change password', 'Cancel'],
    ['Set up app', 'Cancel'],
    ['Create API key', 'Cancel'],
  ]) {
    await press(page, button!);
    await expect(dialogOf(page)).toBeVisible();
    await untilIdle(page, () => crawl.visit(page));
    await pressInDialog(page, close!);
    await expect(dialogOf(page)).toBeHidden();
  }
  await press(page, 'Create API key');
  await pressInDialog(page, 'Create API key');
  await expect(dialogOf(page).getByText('Name the key')).toBeVisible();
  await crawl.visit(page);
  await dialogOf(page).getByLabel('Key name').fill('CRM');
  await dialogOf(page).getByLabel('Access').selectOption('Read and write everything');
  await pressInDialog(page, 'Create API key');
  await expect(dialogOf(page).getByRole('textbox', { name: 'API key', exact: true })).toBeVisible();
  await crawl.visit(page);
  await pressInDialog(page, 'I have saved it');

  // The sign-in that all clients share names the product, and the dashboard after it does not.
  const mia = await openPage();
  await mia.goto('/client/login');
  await mia.getByLabel('Username').fill(username);
  await mia.getByLabel('Password').fill(PASSWORD);
  await press(mia, 'Sign In');
  await mia.waitForURL(`**${dashboard}`);
  await expect(mia.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await crawl.visit(mia);
  crawl.watch(mia.context());
  await mia.goto(`${dashboard}?tab=leads`);
  const asMia = new Api(mia.request);
  await asMia.graphql(
    `mutation ($id: ID!) { setEmailNotifications(clientId: $id, kinds: [new_lead, reply, mention, assignment]) { id } }`,
    { id: client.id },
  );
  await api.createSequence(client, campaign);
  const lead = await api.createLead(client, campaign, { fullName: 'Ann Lee', phone });
  await expect(mia.getByRole('button', { name: 'Notifications, 1 new', exact: true })).toBeVisible();
  const { client: found } = await api.graphql<{ client: { members: { nodes: { id: string }[] } } }>(
    'query ($id: ID!) { client(id: $id) { members { nodes { id } } } }',
    { id: client.id },
  );
  const asOwner = new Api(page.request);
  await asOwner.graphql(
    `mutation ($clientId: ID!, $lead: ID!, $owner: ID!) {
      createLeadNote(leadId: $lead, body: "@Mia Lund, please call") { id }
      updateLeads(clientId: $clientId, ids: [$lead], ownerId: $owner) { id }
    }`,
    { clientId: client.id, lead: lead.id, owner: found.members.nodes[0]!.id },
  );
  await mia.getByRole('button', { name: 'Notifications, 3 new', exact: true }).click();
  await expect(mia.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem')).toHaveCount(3);
  await crawl.visit(mia);

  await expect.poll(() => received.length).toBeGreaterThanOrEqual(2);
  crawl.check('deliveries to a webhook', JSON.stringify(received));
  await page.goto(`${dashboard}?tab=webhooks`);
  await press(page, 'Add webhook');
  await expect(dialogOf(page)).toBeVisible();
  await crawl.visit(page);
  await page.goto(`${dashboard}?tab=webhooks`);
  await press(page, 'Send test event');
  await expectToast(page, 'Event delivered');
  await page.getByRole('link', { name: 'Delivery log' }).click();
  await press(page, 'View webhook.test');
  await expect(page.getByRole('dialog', { name: 'webhook.test' })).toBeVisible();
  await crawl.visit(page);
  crawl.check('deliveries to a webhook', JSON.stringify(received));

  const { statement } = await api.graphql<{ statement: Record<'pdf' | 'csv', { fileName: string; content: string }> }>(
    `query ($id: ID!) { statement(clientId: $id) { pdf: file(format: pdf) { fileName content } csv: file(format: csv) { fileName content } } }`,
    { id: client.id },
  );
  crawl.checkPdf(statement.pdf.fileName, Buffer.from(statement.pdf.content, 'base64'));
  crawl.check(statement.csv.fileName, Buffer.from(statement.csv.content, 'base64').toString());

  // Emails wait until no earlier notification can appear.
  await expect.poll(() => smtp.emailsTo(`${username}@acme.example`).length, { timeout: 90_000 }).toBeGreaterThan(0);
  crawl.check('emails', JSON.stringify(smtp.emailsTo(`${username}@acme.example`)));
});

test('no script, style or page of the app contains the product’s name', async ({ crawl }) => {
  const folder = path.join(__dirname, '../../../web/dist/client');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(js|css|html|svg)$/.test(name),
  );
  expect(files.length).toBeGreaterThan(20);
  for (const name of files) crawl.check(name, readFileSync(path.join(folder, name), 'utf8'));
});
