import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** One bit per pixel, greyscale: PNG specification, section 11.2.1. */
const BLACK_AND_WHITE = Buffer.from([1, 0, 0, 0, 0]);

/** Encodes a black-and-white PNG of squares whose sides are `scale` pixels. `isDark` returns the colour of a square. */
export function encodePng(
  width: number,
  height: number,
  scale: number,
  isDark: (row: number, column: number) => boolean,
): Buffer {
  const stride = 1 + Math.ceil(width / 8);
  const lines: Buffer[] = [];
  for (let row = 0; row * scale < height; row += 1) {
    const line = Buffer.alloc(stride, 0xff);
    line[0] = 0;
    for (let x = 0; x < width; x += 1) {
      const byte = 1 + (x >> 3);
      if (isDark(row, Math.floor(x / scale))) line[byte] = line[byte]! & ~(0x80 >> (x & 7));
    }
    for (let y = row * scale; y < Math.min(height, (row + 1) * scale); y += 1) lines.push(line);
  }
  const head = Buffer.alloc(8);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', Buffer.concat([head, BLACK_AND_WHITE])),
    chunk('IDAT', deflateSync(Buffer.concat(lines))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
