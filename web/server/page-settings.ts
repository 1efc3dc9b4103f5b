import { escapeHtml } from '@dripline/runtime/escape-html';
import type { Env } from './env';

/** The settings that index.html contains, because the screens need them before the first response. */
export type PageSettings = Pick<Env, 'PRODUCT_NAME' | 'DEFAULT_PHONE_COUNTRY'>;

/** Returns index.html with the settings, but not the nonce, filled in. */
export const pageWithSettings = (html: string, settings: PageSettings): string =>
  html
    .replaceAll('{{productName}}', escapeHtml(settings.PRODUCT_NAME))
    .replaceAll('{{phoneCountry}}', escapeHtml(settings.DEFAULT_PHONE_COUNTRY));

/**
 * Whether a URL leads to a screen of a client, or to the sign-in before it. The client may have white label, so the page
 * must not name the product.
 */
export const isClientScreen = (url: string): boolean => /^\/client\/(dashboard\/|login\?(.*&)?next=)/i.test(url);

/** Returns index.html without the product's name and icon. */
export const withoutProduct = (html: string): string =>
  html
    .replace('<title>{{productName}}</title>', '<title>Dashboard</title>')
    .replaceAll('{{productName}}', '')
    .replace('href="/favicon.svg"', 'href="data:,"');

/** Returns the page with the nonce that its styles need to apply. */
export const pageWithNonce = (page: string, nonce: string): string => page.replaceAll('{{styleNonce}}', nonce);
