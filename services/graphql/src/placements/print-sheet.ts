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
  avery_5164 = 'avery_5164',
  avery_22806 = 'avery_22806',
  avery_l7165 = 'avery_l7165',
}
registerEnum(PrintLayout, 'PrintLayout', 'How a QR code is placed on a sheet of paper.', {
  poster_a4: 'One large code on an A4 page.',
  poster_letter: 'One large code on a US Letter page.',
  labels_a4: 'Twelve labels of 70 × 74.25 mm on an A4 page, with cutting lines.',
  labels_letter: 'Twelve labels of 2.83 × 2.75 inches on a US Letter page, with cutting lines.',
  avery_5164: 'A US Letter sheet of six labels of 4 × 3 1/3 inches: Avery 5164 or 8164.',
  avery_22806: 'A US Letter sheet of twelve square labels of 2 × 2 inches: Avery 22806.',
  avery_l7165: 'An A4 sheet of eight labels of 99.1 × 67.7 mm: Avery L7165.',
});

@ArgsType()
export class PrintSheetArgs extends QrCodeStyleArgs {
  @Field(() => PrintLayout, { defaultValue: PrintLayout.poster_a4, description: 'How the code is placed.' })
  layout: PrintLayout = PrintLayout.poster_a4;
}

/** Points per inch and millimeter. */
const INCH = 72;
const MM = INCH / 25.4;

/** A sheet with a grid of labels of the same size. Lengths are points. */
interface Sheet {
  paper: 'A4' | 'LETTER';
  columns: number;
  rows: number;
  /** The width and height of a label. */
  label: [number, number];
  /** The distance of the first label from the left and the upper edge. */
  margin: [number, number];
  /** The distance between the left edges of labels, and between their upper edges. */
  pitch: [number, number];
  /** The side of a code as a share of the shorter side of its label. */
  share: number;
  /** Whether the labels are cut apart. */
  hasCuttingLines?: true;
}

const POSTER_SHARE = 0.7;
const LABEL_SHARE = 0.78;

/** Returns a sheet that is divided into equal labels without margins. */
function divided(paper: Sheet['paper'], columns: number, rows: number, share: number): Sheet {
  const [width, height] = paper === 'A4' ? [210 * MM, 297 * MM] : [8.5 * INCH, 11 * INCH];
  const label: [number, number] = [width / columns, height / rows];
  return { paper, columns, rows, label, margin: [0, 0], pitch: label, share };
}

/**
 * The sheets. The sizes of the label sheets are those of Avery’s templates for 5164, 22806 (U-0431-01) and L7165, which
 * the templates of gLabels for 5164 and 7165 confirm. Avery’s other numbers with the same grid are 5264, 8164 and 8464 for
 * 5164, and J8165 for L7165.
 */
const sheets: Record<PrintLayout, Sheet> = {
  poster_a4: divided('A4', 1, 1, POSTER_SHARE),
  poster_letter: divided('LETTER', 1, 1, POSTER_SHARE),
  labels_a4: { ...divided('A4', 3, 4, LABEL_SHARE), hasCuttingLines: true },
  labels_letter: { ...divided('LETTER', 3, 4, LABEL_SHARE), hasCuttingLines: true },
  avery_5164: {
    ...{ paper: 'LETTER', columns: 2, rows: 3, share: LABEL_SHARE },
    label: [4 * INCH, (10 / 3) * INCH],
    margin: [0.15625 * INCH, 0.5 * INCH],
    pitch: [4.1875 * INCH, (10 / 3) * INCH],
  },
  avery_22806: {
    ...{ paper: 'LETTER', columns: 3, rows: 4, share: LABEL_SHARE },
    label: [2 * INCH, 2 * INCH],
    margin: [0.625 * INCH, 0.625 * INCH],
    pitch: [2.625 * INCH, (31 / 12) * INCH],
  },
  avery_l7165: {
    ...{ paper: 'A4', columns: 2, rows: 4, share: LABEL_SHARE },
    label: [99.1 * MM, 67.7 * MM],
    margin: [4.65 * MM, 13.1 * MM],
    pitch: [101.6 * MM, 67.7 * MM],
  },
};
const CUTTING_LINE = '#b8c2c2';
/** The size of the text as a share of the side of the code, and the share of a label that it may be wide. */
const TEXT_SHARE = 0.055;
const TEXT_WIDTH_SHARE = 0.92;

/** Draws a PDF of one page with a QR code, or several of the same, each above its URL. The modules are vectors. */
export function drawPrintSheet(url: string, layout: PrintLayout, style: QrCodeStyle): Promise<Buffer> {
  const { paper, columns, rows, label, margin, pitch, share, hasCuttingLines } = sheets[layout];
  const pdf = new PDFDocument({ size: paper, margin: 0, info: { Title: url } });
  const chunks: Buffer[] = [];
  const written = new Promise<Buffer>((done, failed) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => done(Buffer.concat(chunks)));
    pdf.on('error', failed);
  });
  const [width, height] = label;
  const side = Math.min(width, height) * share;
  const text = url.replace(/^https?:\/\//, '');
  const textSize = side * TEXT_SHARE;
  pdf.font('Helvetica').fontSize(textSize);
  pdf.fontSize(textSize * Math.min(1, (width * TEXT_WIDTH_SHARE) / pdf.widthOfString(text)));
  const code = encodeQrCode(url, style.logo !== null);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const left = margin[0] + column * pitch[0];
      const y = margin[1] + row * pitch[1] + (height - side - textSize * 1.5) / 2;
      drawCode(left + (width - side) / 2, y);
      pdf.fillColor('black').text(text, left, y + side, { width, align: 'center', lineBreak: false });
    }
  if (hasCuttingLines) drawCuttingLines();
  pdf.end();
  return written;

  function drawCuttingLines(): void {
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
  }

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
