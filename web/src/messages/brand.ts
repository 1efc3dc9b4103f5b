/** The texts about the brand of a client with white label. */
export const brandMessages = {
  brand: 'Brand',
  whiteLabelHint: 'Replaces the name and look of the product with the client’s brand.',
  productName: 'Product Name',
  productNameHint: 'The client sees this name instead of the product’s. Without it, the business name is shown.',
  domain: 'Domain',
  domainHint: 'Point it at this installation first. Landing pages, QR codes and emails use it as soon as you save.',
  color: 'Client Brand Color',
  colorPicker: 'Choose the client’s brand color',
  colorHint: (contrast: string) =>
    `Buttons on the dashboard get a shade of it with white text (${contrast}:1). Landing pages use it unless they have a color of their own.`,
  logo: 'Brand Logo',
  logoHint: 'On the dashboard, and on landing pages without a logo of their own.',
  favicon: 'Favicon',
  faviconHint: 'The icon in browser tabs. A square image is best.',
  social: 'Social Card',
  socialHint: 'Shown where a landing page without an image of its own is shared. 1200 × 630 px is best.',
} as const;
