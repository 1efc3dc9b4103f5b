import type { Page } from 'playwright-core';

const MAX_TABS = 80;

/** Runs in the page: returns the label of the focused element, or with `expected` whether it is this one. */
const labelOfFocused = (expected?: string) => {
  const element = document.activeElement as HTMLInputElement | null;
  const label =
    (element?.ariaLabel ?? element?.labels?.[0]?.textContent ?? element?.textContent)?.replace(/\*$/, '').trim() ?? '';
  return expected === undefined ? label : label === expected;
};

/** Returns the label or text of the focused element. */
export const focusedName = async (page: Page) => String(await page.evaluate(labelOfFocused, undefined));

/**
 * Waits until an element with this name has the focus. A closing dialog restores the focus with a delay.
 * The condition is a function: Playwright evaluates a string again in each frame, which the pages' security policy
 * stops.
 */
export async function expectFocusOn(page: Page, name: string): Promise<void> {
  await page.waitForFunction(labelOfFocused, name).catch(async (error: unknown) => {
    throw new Error(`"${await focusedName(page)}" has the focus, not "${name}"`, { cause: error });
  });
}

/** Waits until the surrounding page or tab has the focus after the focused element was removed. */
export const expectFocusKept = (page: Page) =>
  page.waitForFunction(() => document.activeElement?.matches('main, [role=tabpanel]'));

/** Presses Tab until an element with this name has the focus. */
export async function tabTo(page: Page, name: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const passed: string[] = [];
  while (passed.length < MAX_TABS) {
    await page.keyboard.press(key);
    const current = await focusedName(page);
    if (typeof name === 'string' ? current === name : name.test(current)) return;
    passed.push(current);
  }
  throw new Error(`"${String(name)}" is not reachable by ${key}. Passed: ${passed.join(' | ')}`);
}
