import { stringify } from 'csv-stringify/sync';

/**
 * Writes rows as CSV (RFC 4180). Every cell is quoted and has no line break, and cells that a spreadsheet would run as a
 * formula get an apostrophe.
 *
 * @param isStart whether the rows are the start of the file, which a byte order mark precedes
 */
export function toCsv(rows: string[][], isStart: boolean): string {
  return stringify(rows, {
    cast: { string: toSafeText },
    quoted: true,
    quoted_empty: true,
    bom: isStart,
    record_delimiter: 'windows',
  });
}

/** Removes line breaks, which start a new row in some programs, and prevents that the text is run as a formula. */
export function toSafeText(text: string): string {
  const line = text.replace(/[\r\n\v\f\u0085\u2028\u2029]+/g, ' ');
  return /^\s*[=+\-@\t＝＋－＠]/.test(line) ? `'${line}` : line;
}
