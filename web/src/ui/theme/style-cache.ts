import createCache from '@emotion/cache';

/** Creates the styles of components, with the page's nonce, without which the content security policy blocks them. */
export const styleCache = createCache({
  key: 'css',
  nonce: document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.nonce,
});

// Chrome shall compute the styles and the layout of new elements only. For each new rule in a cascade layer it lays out
// the whole page, so styles of a component win over its recipe by their specificity. For each new rule in `@media` it
// computes the styles of all elements that the sheet applies to, so each render adds a sheet.
const { sheet } = styleCache;
const insert = sheet.insert.bind(sheet);
// Rules in `@media` win over the others, so their sheets come after this one.
insert('a{}');
let added: typeof sheet | undefined;
sheet.insert = (rule) => {
  const isRecipe = rule.startsWith('@layer');
  const unlayered = isRecipe ? rule.replace(/[^{]+/, '@media all') : rule.replace(/\.css-\w+/g, '$&:not(#\\#)');
  if (unlayered[0] !== '@') return insert(unlayered);
  if (!added) {
    added = new (sheet.constructor as new (options: object) => typeof sheet)(sheet);
    queueMicrotask(() => (added = undefined));
  }
  added.insert(unlayered);
};
