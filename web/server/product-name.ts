import { escapeHtml } from '@dripline/runtime/escape-html';

/** Returns index.html with the product's name filled in. */
export const pageWithProductName = (html: string, productName: string): string =>
  html.replaceAll('{{productName}}', escapeHtml(productName));
