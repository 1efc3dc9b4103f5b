import { escapeHtml } from '@dripline/runtime/escape-html';

/** index.html, with the product's name wherever it stands. */
export const namedPage = (html: string, productName: string): string =>
  html.replaceAll('{{productName}}', escapeHtml(productName));
