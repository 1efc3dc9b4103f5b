/** Escapes a description for a page, except in its code. */
export const escape = (text) =>
  text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replace(/[<{|]/g, (char) => `&#${char.charCodeAt(0)};`)))
    .join('')
    .replaceAll('\n', ' ');

export const code = (text) => `\`${text}\``;

/** Returns a table, or nothing without rows. Vertical bars in code end a cell, so escape them too. */
export const table = (head, rows) =>
  rows.length > 0
    ? [head, head.map(() => '-'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
    : undefined;

/** Joins the parts of a page that exist by blank lines. */
export const page = (...parts) => `${parts.flat(Infinity).filter(Boolean).join('\n\n')}\n`;
