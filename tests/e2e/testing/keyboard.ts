import { expect, type Page } from '@playwright/test';

const MAX_TABS = 80;

/** Returns the label or text of the focused element. */
export const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null;
    const label = element?.ariaLabel ?? element?.labels?.[0]?.textContent ?? element?.textContent;
    return label?.replace(/\*$/, '').trim() ?? '';
  });

/** Waits until an element with this name has the focus. A closing dialog restores the focus with a delay. */
export const expectFocusOn = (page: Page, name: string) => expect.poll(() => focusedName(page)).toBe(name);

/** Waits until the surrounding page or tab has the focus after the focused element was removed. */
export const expectFocusKept = (page: Page) => expect(page.locator('main:focus, [role=tabpanel]:focus')).toHaveCount(1);

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

/** Waits until a row that was just picked up takes keys: the library listens to them a task after it announces it. */
export const untilDragTakesKeys = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
