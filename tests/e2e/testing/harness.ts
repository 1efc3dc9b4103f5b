import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Browser } from 'playwright-core';
import { openBrowserSession, openBrowser, type BrowserSession, type ErrorLog } from './browser';
import type { CreatedClient } from './create-client';
import type { Stack } from './stack';

/** Long enough for the first spec, which waits for the stack to start. */
const SETUP_MS = 240_000;

/** The connection details of the shared stack. */
type SharedStack = Pick<Stack, 'origin' | 'dataDir' | 'admin'>;

/** The shared stack and a browser for one spec. Available from the spec's first `beforeAll`. */
export interface Harness {
  readonly stack: SharedStack;
  /** The errors of all pages of this spec. */
  readonly errorLog: ErrorLog;
  /** Opens a browser context that is not signed in. */
  openSession(size?: { width: number; height: number }): Promise<BrowserSession>;
  /** Opens a browser context with JavaScript disabled. */
  personWithoutScript(): Promise<BrowserSession>;
  /** Opens a browser context signed in as a client through the sign-in form, at its dashboard. */
  client(client: CreatedClient): Promise<BrowserSession>;
  /** Opens a browser context signed in as the administrator. */
  admin(size?: { width: number; height: number }): Promise<BrowserSession>;
}

/** Sets up the harness of a spec. Call it once at the top of a `describe`. */
export function useHarness(): Harness {
  let stack: SharedStack;
  let browser: Browser;
  const watch: ErrorLog = { pageErrors: [] };

  beforeAll(async () => {
    [stack, browser] = await Promise.all([sharedStack(), openBrowser()]);
  }, SETUP_MS);
  afterAll(async () => {
    await browser?.close();
  });

  const person: Harness['openSession'] = (size) => openBrowserSession(browser, stack.origin, watch, size);
  const personWithoutScript = () => openBrowserSession(browser, stack.origin, watch, undefined, false);
  const client: Harness['client'] = async ({ id, login }) => {
    const session = await person();
    const { page } = session;
    await page.goto('/client/login');
    await page.getByLabel('Username').fill(login.username);
    await page.getByLabel('Password').fill(login.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL(`**/client/dashboard/${id}`);
    return session;
  };
  const admin: Harness['admin'] = async (size) => {
    const session = await person(size);
    const answer = await session.context.request.post('/api/auth/login', { data: stack.admin });
    if (!answer.ok()) throw new Error(`The administrator could not sign in: ${await answer.text()}`);
    return session;
  };
  return {
    get stack() {
      return stack;
    },
    errorLog: watch,
    openSession: person,
    personWithoutScript,
    client,
    admin,
  };
}

/** Returns the shared stack and waits until it has started. */
async function sharedStack(): Promise<SharedStack> {
  const answer = await text(connect(Number(process.env['E2E_STACK_PORT']), '127.0.0.1'));
  const { failure, ...stack } = JSON.parse(answer) as SharedStack & { failure?: string };
  if (failure) throw new Error(failure);
  return stack;
}
