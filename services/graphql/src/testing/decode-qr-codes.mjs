// Reads QR codes with two independent decoders, jsQR and ZXing. A process of its own, because the decoders are many times
// slower in Jest, the libraries that draw are ES modules, and the server blocks decoders of its own process. Reads and
// writes JSON: see read-qr-codes.ts.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { json } from 'node:stream/consumers';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import jsQrModule from 'jsqr';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const jsQr = jsQrModule.default ?? jsQrModule;
const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });
/** Pixels for each point of a PDF. */
const PDF_SCALE = 2;

const results = [];
for (const file of await json(process.stdin)) results.push(await readFile(file));
process.stdout.write(JSON.stringify(results));

async function readFile({ mimeType, content, labels, color }) {
  const bytes = Buffer.from(content, 'base64');
  const canvas = mimeType === 'application/pdf' ? await drawPdf(bytes) : await drawImage(bytes);
  const context = canvas.getContext('2d');
  const pixels = (points) => Math.round(points * PDF_SCALE);
  // From edge to edge, so that neighbors leave no gap.
  const areas = labels?.map(([left, top, width, height]) => [
    ...[pixels(left), pixels(top)],
    ...[pixels(left + width) - pixels(left), pixels(top + height) - pixels(top)],
  ]);
  const codes = [];
  for (const [left, top, width, height] of areas ?? [[0, 0, canvas.width, canvas.height]]) {
    const { data } = context.getImageData(left, top, width, height);
    const found = await readBarcodes({ width, height, data }, { formats: ['QRCode'], tryHarder: true });
    codes.push({
      texts: [jsQr(data, width, height)?.data ?? null, ...found.map(({ text }) => text)],
      hasColor: color !== undefined && includes(data, color),
      center: centerOfInk(data, width),
    });
    context.clearRect(left, top, width, height);
  }
  const rest = context.getImageData(0, 0, canvas.width, canvas.height).data;
  // What was cleared is transparent, and paper is white.
  const hasInkOutside = rest.some((value, n) => n % 4 !== 3 && value < 250 && rest[n - (n % 4) + 3] > 0);
  return { width: canvas.width, height: canvas.height, codes, hasInkOutside };
}

/** Returns the middle of all that is drawn, as shares of the width and the height. */
function centerOfInk(data, width) {
  const [columns, rows] = [new Set(), new Set()];
  for (let n = 0; n < data.length; n += 4) {
    if (data[n] > 250 && data[n + 1] > 250 && data[n + 2] > 250) continue;
    columns.add((n / 4) % width);
    rows.add(Math.floor(n / 4 / width));
  }
  const middle = (positions) => (Math.min(...positions) + Math.max(...positions) + 1) / 2;
  return [middle(columns) / width, middle(rows) / (data.length / 4 / width)];
}

async function drawPdf(bytes) {
  const page = await (await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise).getPage(1);
  const viewport = page.getViewport({ scale: PDF_SCALE });
  const canvas = createCanvas(viewport.width, viewport.height);
  await page.render({ canvas, canvasContext: canvas.getContext('2d'), viewport }).promise;
  return canvas;
}

async function drawImage(bytes) {
  const image = await loadImage(bytes);
  const canvas = createCanvas(image.width, image.height);
  canvas.getContext('2d').drawImage(image, 0, 0);
  return canvas;
}

function includes(data, color) {
  for (let n = 0; n < data.length; n += 4)
    if (color.every((value, channel) => Math.abs(data[n + channel] - value) < 12)) return true;
  return false;
}
