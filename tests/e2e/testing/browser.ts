import chromium from '@sparticuz/chromium';
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium as playwright, type Page, type Request } from 'playwright-core';

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const ownBrowser = () => process.env['CHROME_PATH'] ?? installed.find((file) => existsSync(file));

/** Unpacks the browser of the package, where it is the one to use: two that do so at once would run half a file. */
export async function unpackBrowser(): Promise<void> {
  if (!ownBrowser()) await chromium.executablePath();
}

/** Where the browser is and how it is started: `CHROME_PATH`, an installed one, or the one that comes in a package. */
export async function browserCommand(): Promise<{ executablePath: string; args: string[] }> {
  const own = ownBrowser();
  if (own) return { executablePath: own, args: ['--no-sandbox', '--disable-background-networking'] };
  // In one process, two contexts would share their cookies.
  return {
    executablePath: await chromium.executablePath(),
    args: chromium.args.filter((arg) => arg !== '--single-process'),
  };
}

/** A real browser. */
export async function openBrowser(): Promise<Browser> {
  return playwright.launch(await browserCommand());
}

export interface Person {
  page: Page;
  context: BrowserContext;
}

export interface Watch {
  /** Everything a page did that it should not, once each: console errors and warnings, uncaught errors, requests to another site. */
  complaints: string[];
}

/** A browser profile of its own, whose page's misbehaviour is noted. */
export async function newPerson(
  browser: Browser,
  origin: string,
  { complaints }: Watch,
  size = { width: 1280, height: 900 },
  javaScriptEnabled = true,
): Promise<Person> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: size,
    permissions: ['clipboard-read', 'clipboard-write'],
    javaScriptEnabled,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  // How often depends on the machine's speed: a slow one may refresh a list once more while it is offline.
  const complain = (complaint: string) => complaints.includes(complaint) || complaints.push(complaint);
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complain(`console ${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complain(`uncaught: ${error.message}`));
  page.on('request', (request) => {
    const { protocol, origin: to } = new URL(request.url());
    if (protocol.startsWith('http') && to !== origin) complain(`request to ${to}`);
  });
  const underWay = new Set<Request>();
  requests.set(page, underWay);
  page.on('request', (request) => underWay.add(request));
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
  return { page, context };
}

const requests = new WeakMap<Page, Set<Request>>();

/** Until a page has no request under way, and drawing what came asked for nothing more. `networkidle` speaks of the page's load alone. */
export async function quiet(page: Page): Promise<void> {
  const underWay = requests.get(page);
  if (!underWay) throw new Error('The requests of this page are not followed');
  for (let frames = 0; frames < 3; frames = underWay.size ? 0 : frames + 1)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
}
