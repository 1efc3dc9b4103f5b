import { escapeHtml } from '@dripline/runtime/escape-html';
import type { ClientDomain } from '@dripline/runtime/landing/client-domains';
import type { Env } from './env';

/** The settings that index.html contains, because the screens need them before the first response. */
export type PageSettings = Pick<Env, 'PRODUCT_NAME' | 'DEFAULT_PHONE_COUNTRY'>;

interface ShownPage {
  settings: PageSettings;
  /** The URL of the screen. */
  url: string;
  /** The client whose domain was requested: null for none, and undefined if that is not known. */
  client: ClientDomain | null | undefined;
}

/** Returns index.html with everything but the nonce filled in. */
export function fillPage(html: string, { settings, url, client }: ShownPage): string {
  const values = { phoneCountry: settings.DEFAULT_PHONE_COUNTRY, productName: settings.PRODUCT_NAME, product: '' };
  if (client) {
    const { clientHandle: _, ...product } = client;
    const { faviconImageUrl, logoImageUrl } = product.brand ?? {};
    return fillIn(withIcon(html, faviconImageUrl ?? logoImageUrl ?? NO_ICON), {
      ...values,
      productName: product.productName,
      product: JSON.stringify(product),
    });
  }
  if (client === null && !isClientScreen(url)) return fillIn(html, values);
  const unnamed = html.replace('<title>{{productName}}</title>', '<title>Dashboard</title>');
  return fillIn(withIcon(unnamed, NO_ICON), { ...values, productName: '' });
}

/** Returns the page with the nonce that its styles need to apply. */
export const pageWithNonce = (page: string, nonce: string): string => page.replaceAll('{{styleNonce}}', nonce);

const NO_ICON = 'data:,';

/**
 * Whether a URL leads to a screen of a client, or to the sign-in before it. The client may have white label, so the page
 * must not name the product.
 */
const isClientScreen = (url: string) => /^\/client\/(dashboard\/|login\?(.*&)?next=)/i.test(url);

const withIcon = (html: string, url: string) => html.replace('href="/favicon.svg"', () => `href="${escapeHtml(url)}"`);

const fillIn = (html: string, values: Record<string, string>) =>
  html.replace(/\{\{(phoneCountry|productName|product)\}\}/g, (_, name: string) => escapeHtml(values[name]!));
