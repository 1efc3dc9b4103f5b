import type { Browser } from 'playwright-core';
import { newPerson, openBrowser, type Person, type Watch } from './browser';
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
    admin,
  };
}
