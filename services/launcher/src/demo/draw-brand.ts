import { crc32, deflateSync } from 'node:zlib';

/** Samples per pixel in each direction, so that edges are smooth. */
const SAMPLES = 3;

type Color = [red: number, green: number, blue: number, alpha: number];

const colorOf = (hex: string, alpha = 255) =>
  [...[1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16)), alpha] as Color;
const WHITE = colorOf('#ffffff');

/** Draws the pictures of a brand as PNG files: a disc with a smile in its color, and the reverse for previews. */
export function drawBrand(hex: string): { logo: Buffer; favicon: Buffer; socialCard: Buffer } {
  const color = colorOf(hex);
  const mark = (side: number) =>
    drawPng(side, side, colorOf(hex, 0), smileOn(color, WHITE, side / 2, side / 2, side * 0.46));
  const [width, height] = [1200, 630];
  const card = smileOn(WHITE, color, width / 2, height / 2, height * 0.32);
  return { logo: mark(256), favicon: mark(64), socialCard: drawPng(width, height, color, card) };
}

/** Returns the color of a point of the mark, or undefined outside of it. */
const smileOn =
  (disc: Color, smile: Color, centerX: number, centerY: number, radius: number) => (x: number, y: number) => {
    const [right, down] = [(x - centerX) / radius, (y - centerY) / radius];
    if (Math.hypot(right, down) > 1) return undefined;
    // An arc with round ends.
    const [arc, thickness] = [0.52, 0.11];
    const isArc = down > 0.05 && Math.abs(Math.hypot(right, down) - arc) < thickness;
    const isEnd = Math.hypot(Math.abs(right) - arc, down - 0.05) < thickness;
    return isArc || isEnd ? smile : disc;
  };

/** Draws a PNG (ISO/IEC 15948) of one color with a shape on it. */
function drawPng(
  width: number,
  height: number,
  background: Color,
  colorAt: (x: number, y: number) => Color | undefined,
): Buffer {
  const row = 1 + width * 4;
  const pixels = Buffer.alloc(row * height);
  const sample = (x: number, y: number) => colorAt(x, y) ?? background;
  const cornersOf = (y: number) => Array.from({ length: width + 1 }, (_, x) => sample(x, y));
  let above = cornersOf(0);
  for (let y = 0; y < height; y += 1) {
    const below = cornersOf(y + 1);
    for (let x = 0; x < width; x += 1) {
      const color = above[x]!;
      // Only edges take more than the corners of a pixel.
      const isPlain = color === above[x + 1] && color === below[x] && color === below[x + 1];
      pixels.set(isPlain ? color : averageOf(sample, x, y), y * row + 1 + x * 4);
    }
    above = below;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits for each of red, green, blue and alpha.
  header.set([8, 6], 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(pixels)), chunk('IEND')]);
}

/** Returns the mean of the colors within a pixel. */
function averageOf(sample: (x: number, y: number) => Color, x: number, y: number): number[] {
  const colors = Array.from({ length: SAMPLES ** 2 }, (_, n) =>
    sample(x + ((n % SAMPLES) + 0.5) / SAMPLES, y + (Math.floor(n / SAMPLES) + 0.5) / SAMPLES),
  );
  return [0, 1, 2, 3].map((channel) =>
    Math.round(colors.reduce((sum, color) => sum + color[channel]!, 0) / colors.length),
  );
}

function chunk(type: string, data = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
