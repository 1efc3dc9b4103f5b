import PDFDocument from 'pdfkit';
import { ArgsType, Field } from 'type-graphql';
import { registerEnum } from '../api/register-enum';
import { encodeQrCode, QUIET_ZONE, type QrCodeStyle } from '../campaigns/draw-qr-code';
import { QrCodeStyleArgs } from '../campaigns/qr-code.types';

export enum PrintLayout {
  poster_a4 = 'poster_a4',
  poster_letter = 'poster_letter',
  labels_a4 = 'labels_a4',
  labels_letter = 'labels_letter',
}
registerEnum(PrintLayout, 'PrintLayout', 'How a QR code is placed on a sheet of paper.', {
  poster_a4: 'One large code on an A4 page.',
  poster_letter: 'One large code on a US Letter page.',
  labels_a4: 'Twelve labels of 70 × 74.25 mm on an A4 page, with cutting lines.',
  labels_letter: 'Twelve labels of 2.83 × 2.75 inches on a US Letter page, with cutting lines.',
});

@ArgsType()
export class PrintSheetArgs extends QrCodeStyleArgs {
  @Field(() => PrintLayout, { defaultValue: PrintLayout.poster_a4, description: 'How the code is placed.' })
  layout: PrintLayout = PrintLayout.poster_a4;
}

/** Columns and rows of a page, and the side of a code as a share of the width of its cell. */
const grids = { poster: { columns: 1, rows: 1, share: 0.7 }, labels: { columns: 3, rows: 4, share: 0.78 } };
const CUTTING_LINE = '#b8c2c2';
const TEXT_SHARE = 0.055;

/** Draws a PDF of one page with a QR code, or several of the same, each above its URL. The modules are vectors. */
export function drawPrintSheet(url: string, layout: PrintLayout, style: QrCodeStyle): Promise<Buffer> {
  const [kind, paper] = layout.split('_') as ['poster' | 'labels', 'a4' | 'letter'];
  const pdf = new PDFDocument({ size: paper.toUpperCase(), margin: 0, info: { Title: url } });
  const chunks: Buffer[] = [];
  const written = new Promise<Buffer>((done, failed) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => done(Buffer.concat(chunks)));
    pdf.on('error', failed);
  });
  const { columns, rows, share } = grids[kind];
  const [width, height] = [pdf.page.width / columns, pdf.page.height / rows];
  const side = width * share;
  const textSize = side * TEXT_SHARE;
  const code = encodeQrCode(url, style.logo !== null);
  const label = url.replace(/^https?:\/\//, '');
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const x = column * width + (width - side) / 2;
      const y = row * height + (height - side - textSize * 1.5) / 2;
      drawCode(x, y);
      pdf.fillColor('black').font('Helvetica').fontSize(textSize);
      pdf.text(label, column * width, y + side, { width, align: 'center', lineBreak: false });
    }
  pdf.lineWidth(0.5).strokeColor(CUTTING_LINE);
  for (let column = 1; column < columns; column += 1)
    pdf
      .moveTo(column * width, 0)
      .lineTo(column * width, pdf.page.height)
      .stroke();
  for (let row = 1; row < rows; row += 1)
    pdf
      .moveTo(0, row * height)
      .lineTo(pdf.page.width, row * height)
      .stroke();
  pdf.end();
  return written;

  function drawCode(left: number, top: number): void {
    const module = side / (code.size + 2 * QUIET_ZONE);
    const at = (n: number) => (n + QUIET_ZONE) * module;
    for (let y = 0; y < code.size; y += 1)
      for (let x = 0; x < code.size; x += 1) if (code.isDark(x, y)) pdf.rect(left + at(x), top + at(y), module, module);
    pdf.fill(style.color);
    if (!code.logo || !style.logo) return;
    const size = code.logo.size * module;
    pdf.image(style.logo, left + at(code.logo.at), top + at(code.logo.at), { width: size, height: size });
  }
}
