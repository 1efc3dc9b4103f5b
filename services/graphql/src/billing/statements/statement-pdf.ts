import { dirname, join } from 'node:path';
import { MAX_MONTHLY_LIMIT } from '@dripline/contract/limits';
import PDFDocument from 'pdfkit';
import type { LoadedStatement } from './load-statement';
import { formatMoney, itemNames, monthName, statusNotes } from './statement-text';

const notoSans = join(dirname(require.resolve('@embedpdf/fonts-latin')), '../fonts');
const REGULAR = join(notoSans, 'NotoSans-Regular.ttf');
const BOLD = join(notoSans, 'NotoSans-SemiBold.ttf');
/** A font with a glyph for nearly every character of every script, for names that the others cannot show. */
const FALLBACK = require.resolve('@fontsource/unifontex/files/unifontex-latin-400-normal.woff');

/** Text that Noto Sans has no glyphs for. */
const otherScript = /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/u;

const MARGIN = 56;
const GREY = '#5b6b6b';
const RULE = '#d5dddd';

/** Where the columns of the lines end, in points from the left edge of an A4 page. */
const columnEnds = { quantity: 330, rate: 430, amount: 595 - MARGIN };
const COLUMN_WIDTH = 130;

/** Writes a statement as a PDF of one A4 page. */
export function statementPdf(statement: LoadedStatement, productName: string): Promise<Buffer> {
  const { businessName, month, status, currency, lines, total, usage } = statement;
  const title = `Statement for ${monthName(month)}`;
  const pdf = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    lang: 'en-US',
    info: { Title: `${title}, ${businessName}`, Creator: productName },
  });
  const chunks: Buffer[] = [];
  const written = new Promise<Buffer>((done, failed) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => done(Buffer.concat(chunks)));
    pdf.on('error', failed);
  });
  const money = (decimal: string | null) =>
    decimal === null || currency === null ? '–' : formatMoney(decimal, currency);

  const write = (
    text: string,
    x: number,
    y: number,
    options: { font?: string; size?: number; color?: string } = {},
  ) => {
    const { font = REGULAR, size = 10, color = 'black' } = options;
    pdf
      .font(otherScript.test(text) ? FALLBACK : font)
      .fontSize(size)
      .fillColor(color);
    return pdf.text(text, x, y, { width: 595 - MARGIN - x, ellipsis: true, height: size * 3 });
  };
  const writeEnd = (text: string, end: number, y: number, font = REGULAR, color = 'black') =>
    pdf
      .font(font)
      .fontSize(10)
      .fillColor(color)
      .text(text, end - COLUMN_WIDTH, y, { width: COLUMN_WIDTH, align: 'right' });
  const rule = (y: number) =>
    pdf
      .moveTo(MARGIN, y)
      .lineTo(595 - MARGIN, y)
      .lineWidth(0.75)
      .strokeColor(RULE)
      .stroke();

  if (productName !== businessName) write(productName, MARGIN, MARGIN, { color: GREY });
  write(title, MARGIN, MARGIN + 24, { font: BOLD, size: 20 });
  write(businessName, MARGIN, MARGIN + 56, { size: 12 });
  const note = statusNotes[status];
  if (note) write(note, MARGIN, MARGIN + 92, { color: GREY });

  let y = MARGIN + 128;
  write('Item', MARGIN, y, { color: GREY });
  writeEnd('Quantity', columnEnds.quantity, y, REGULAR, GREY);
  writeEnd('Rate', columnEnds.rate, y, REGULAR, GREY);
  writeEnd('Amount', columnEnds.amount, y, REGULAR, GREY);
  for (const { item, quantity, rate, amount } of lines) {
    y += 24;
    rule(y - 6);
    write(itemNames[item], MARGIN, y);
    writeEnd(quantity.toLocaleString('en-US'), columnEnds.quantity, y);
    writeEnd(money(rate), columnEnds.rate, y);
    writeEnd(money(amount), columnEnds.amount, y);
  }
  y += 24;
  rule(y - 6);
  write('Total', MARGIN, y, { font: BOLD });
  writeEnd(money(total), columnEnds.amount, y, BOLD);

  y += 56;
  write('Usage of the monthly limits', MARGIN, y, { font: BOLD, size: 12 });
  const used: [string, number, number][] = [
    ['Campaigns', usage.campaigns, usage.campaignLimit],
    ['Leads', usage.leads, usage.leadLimit],
    ['Messages', usage.messages, usage.messageLimit],
    [itemNames.segments, usage.segments, usage.segmentLimit],
  ];
  y += 4;
  for (const [name, count, limit] of used) {
    y += 20;
    write(name, MARGIN, y);
    const of = limit >= MAX_MONTHLY_LIMIT ? '' : ` of ${limit.toLocaleString('en-US')}`;
    writeEnd(`${count.toLocaleString('en-US')}${of}`, columnEnds.quantity, y);
  }
  pdf.end();
  return written;
}
