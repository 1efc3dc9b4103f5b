/** The shades of a color in the theme, from light to dark. */
export const SHADES = [50, 100, 200, 300, 400, 500, 600, 700, 800, 900, 950] as const;

/** The product's own color, in the order of `SHADES`. */
export const PRODUCT_SHADES: readonly string[] = [
  '#eef7f7',
  '#d3ebec',
  '#a9d8da',
  '#77bfc3',
  '#46a0a6',
  '#23838b',
  '#146c74',
  '#11575e',
  '#11464c',
  '#0f373c',
  '#082226',
];
