import chromium from '@sparticuz/chromium';
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium as playwright, type Page, type Request } from 'playwright-core';

const installedBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const localBrowser = () => process.env['CHROME_PATH'] ?? installedBrowsers.find((file) => existsSync(file));

/** Unpacks the bundled browser if it will be used. Test processes must not unpack it at the same time. */
export async function unpackBrowser(): Promise<void> {
  if (!localBrowser()) await chromium.executablePath();
}

/** Returns the browser's path and arguments: `CHROME_PATH`, an installed browser or the bundled one. */
export async function browserCommand(): Promise<{ executablePath: string; args: string[] }> {
  const executable = localBrowser();
  if (executable) return { executablePath: executable, args: ['--no-sandbox', '--disable-background-networking'] };
  // With --single-process, contexts would share their cookies.
  return {
    executablePath: await chromium.executablePath(),
    args: chromium.args.filter((arg) => arg !== '--single-process'),
  };
}

/** Starts a browser. */
export async function openBrowser(): Promise<Browser> {
  return playwright.launch(await browserCommand());
}

/** A browser context with one page. */
export interface BrowserSession {
  page: Page;
  context: BrowserContext;
}

/** Collects what pages must not do. */
export interface ErrorLog {
  /** Console errors and warnings, uncaught errors and requests to other sites, each once. */
  pageErrors: string[];
}

/** Opens a new browser context and records its page's errors. */
export async function openBrowserSession(
  browser: Browser,
  origin: string,
  { pageErrors }: ErrorLog,
  size = { width: 1280, height: 900 },
  javaScriptEnabled = true,
): Promise<BrowserSession> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: size,
    permissions: ['clipboard-read', 'clipboard-write'],
    javaScriptEnabled,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  // Each error counts once, because their number depends on the machine's speed.
  const report = (error: string) => pageErrors.includes(error) || pageErrors.push(error);
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) report(`console ${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => report(`uncaught: ${error.message}`));
  page.on('request', (request) => {
    const { protocol, origin: to } = new URL(request.url());
    if (protocol.startsWith('http') && to !== origin) report(`request to ${to}`);
  });
  const pending = new Set<Request>();
  requests.set(page, pending);
  page.on('request', (request) => pending.add(request));
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  return { page, context };
}

const requests = new WeakMap<Page, Set<Request>>();

/**
 * Waits until a page has no pending requests for three frames. Playwright's `networkidle` covers only the page load.
 */
export async function waitForNoRequests(page: Page): Promise<void> {
  const pending = requests.get(page);
  if (!pending) throw new Error('The requests of this page are not tracked. Open it with newPerson.');
  for (let frames = 0; frames < 3; frames = pending.size ? 0 : frames + 1)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
}
