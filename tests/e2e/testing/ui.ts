import { readFileSync } from 'node:fs';
import { type Download, expect, type Locator, type Page } from '@playwright/test';
import { responseTo } from './network';

/** Waits for a toast with this title and, if given, this description. */
export async function expectToast(page: Page, title: string, description?: string): Promise<void> {
  const toast = page.getByRole('status').filter({ has: page.getByText(title, { exact: true }) });
  await expect(description ? toast.getByText(description, { exact: true }) : toast).toBeVisible();
}

/** Returns the open dialog, which may ask for confirmation. */
export const dialogOf = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));

/** Presses a button of the open dialog. */
export const pressInDialog = (page: Page, name: string) =>
  dialogOf(page).getByRole('button', { name, exact: true }).click();

/** Saves the campaign in the builder, and waits for the response, because the toast could belong to the previous save. */
export async function saveCampaign(page: Page): Promise<void> {
  const save = page.getByRole('button', { name: 'Save Campaign', exact: true });
  await Promise.all([responseTo(page, /(Create|Update)Campaign/), save.click()]);
  await expectToast(page, 'Campaign saved');
}

/** Waits until a stat card shows this value. */
export const expectCard = (page: Page, label: string, value: string) =>
  expect(page.getByRole('group', { name: label, exact: true }).getByText(value, { exact: true }).first()).toBeVisible();

/** Opens the admin console and lists only clients that match. */
export async function openConsole(page: Page, text: string): Promise<void> {
  await page.goto('/admin?tab=clients');
  await expect(page.getByRole('table', { name: 'clients' }).getByRole('link').first()).toBeVisible();
  // An agency with few clients has no filter.
  const filter = page.getByRole('searchbox', { name: 'Filter clients' });
  if (await filter.isVisible()) await filter.fill(text);
}

/** Returns the pairs of terms and values of a description list. */
export const factsOf = (list: Locator) =>
  list.evaluate((element) => {
    const texts = (tag: string) => [...element.querySelectorAll(tag)].map((part) => part.textContent);
    return texts('dt').map((label, nth) => [label, texts('dd')[nth]]);
  });

/** Presses a button or link that starts a download. */
export async function downloadBy(page: Page, press: () => Promise<void>): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return download;
}

export const textOf = async (download: Download) => readFileSync(await download.path(), 'utf8');

export const clipboardOf = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
