import type { Page } from 'playwright-core';

const MOST_STOPS = 80;

const labelOfFocused = () => {
  const at = document.activeElement as HTMLInputElement | null;
  return (at?.ariaLabel ?? at?.labels?.[0]?.textContent ?? at?.textContent)?.replace(/\*$/, '').trim() ?? '';
};

/** What has the keyboard's focus: its label, or its words. */
export const focused = (page: Page) => page.evaluate(labelOfFocused);

/** Waits until something of that name has the keyboard's focus: a closing dialog gives it back a moment after it is gone. */
export async function focusIsOn(page: Page, name: string): Promise<void> {
  const wanted = `(${labelOfFocused.toString()})() === ${JSON.stringify(name)}`;
  await page.waitForFunction(wanted).catch(async (error: unknown) => {
    throw new Error(`"${await focused(page)}" has the focus, not "${name}"`, { cause: error });
  });
}

/** Waits until what is around has the focus, in place of something that is gone. */
export const focusIsKept = (page: Page) =>
  page.waitForFunction(() => document.activeElement?.matches('main, [role=tabpanel]'));

/** Presses Tab until something of that name has the focus. */
export async function tabTo(page: Page, name: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const passed: string[] = [];
  while (passed.length < MOST_STOPS) {
    await page.keyboard.press(key);
    const now = await focused(page);
    if (typeof name === 'string' ? now === name : name.test(now)) return;
    passed.push(now);
  }
  throw new Error(`No way to "${String(name)}" by ${key}, past: ${passed.join(' | ')}`);
}
