import type { Browser } from 'playwright-core';
import { newPerson, openBrowser, type Person, type Watch } from './browser';
import type { NewClient } from './new-client';
import { type SharedStack, sharedStack } from './shared-stack';

/** Long enough for the first spec, which waits for the stack. */
const SETUP_MS = 240_000;

/** Where a spec plays: the shared stack, and a browser of its own. Ready from the spec's first `beforeAll` on. */
export interface Stage {
  readonly stack: SharedStack;
  /** What the pages of this stage did that they should not. */
  readonly watch: Watch;
  /** Someone with a browser profile of their own, signed in nowhere. */
  person(size?: { width: number; height: number }): Promise<Person>;
  /** The same, whose browser runs no script. */
  personWithoutScript(): Promise<Person>;
  /** The same, signed in as this client by the sign-in's own form, at its dashboard. */
  client(client: NewClient): Promise<Person>;
  /** The same, signed in as the administrator. */
  admin(size?: { width: number; height: number }): Promise<Person>;
}

/** Call it once at the top of a `describe`. */
export function useStage(): Stage {
  let stack: SharedStack;
  let browser: Browser;
  const watch: Watch = { complaints: [] };

  beforeAll(async () => {
    [stack, browser] = await Promise.all([sharedStack(), openBrowser()]);
  }, SETUP_MS);
  afterAll(async () => {
    await browser?.close();
  });

  const person: Stage['person'] = (size) => newPerson(browser, stack.origin, watch, size);
  const personWithoutScript = () => newPerson(browser, stack.origin, watch, undefined, false);
  const client: Stage['client'] = async ({ id, login }) => {
    const someone = await person();
    const { page } = someone;
    await page.goto('/client/login');
    await page.getByLabel('Username').fill(login.username);
    await page.getByLabel('Password').fill(login.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL(`**/client/dashboard/${id}`);
    return someone;
  };
  const admin: Stage['admin'] = async (size) => {
    const someone = await person(size);
    const answer = await someone.context.request.post('/api/auth/login', { data: stack.admin });
    if (!answer.ok()) throw new Error(`The administrator could not sign in: ${await answer.text()}`);
    return someone;
  };
  return {
    get stack() {
      return stack;
    },
    watch,
    person,
    personWithoutScript,
    client,
    admin,
  };
}
