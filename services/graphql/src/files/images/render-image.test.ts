import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { renderImage } from './render-image';
import { renderObject } from './render-object';

/** An image of noise, which is large enough for copies. */
const photo = (width = 750, height = 500) =>
  sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 30 } },
  });

describe('the rendering queue', () => {
  it('holds at most 50 images', async () => {
    const started = Promise.withResolvers<null>();
    const findOneBy = jest.fn(() => started.promise);
    const parts = { dataSource: { manager: { findOneBy } } } as never;
    const renderings = Array.from({ length: 60 }, () => renderObject(parts, { id: 'image' } as never));
    started.resolve(null);
    await Promise.all(renderings);
    expect(findOneBy).toHaveBeenCalledTimes(50);
    await renderObject(parts, { id: 'image' } as never);
    expect(findOneBy).toHaveBeenCalledTimes(51);
  });
});

describe('image rendering', () => {
  it.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
    'an image of type %s is measured and gets copies of two formats in each width',
    async (type) => {
      const original = await photo()
        .toFormat(type, {
          ...(type !== 'png' && type !== 'gif' && { quality: 95 }),
          ...(type === 'avif' && { effort: 0 }),
        })
        .toBuffer();
      const { width, height, renditions } = await renderImage(original);
      expect([width, height]).toEqual([750, 500]);
      expect(renditions.map((copy) => [copy.mimeType, copy.width, copy.height])).toEqual(
        ['image/avif', 'image/webp'].flatMap((kind) => [
          [kind, 480, 320],
          [kind, 750, 500],
        ]),
      );
      for (const copy of renditions) {
        expect(await sharp(copy.body).metadata()).toMatchObject({
          format: copy.mimeType === 'image/avif' ? 'heif' : 'webp',
          width: copy.width,
          height: copy.height,
        });
        expect(copy.body.length).toBeLessThan(original.length);
      }
    },
  );

  it('copies are at most 1600 pixels wide and 8192 pixels high', async () => {
    const wide = await renderImage(await photo(2400, 150).jpeg().toBuffer());
    expect(wide.renditions.map(({ width }) => width)).toEqual([480, 960, 1600, 480, 960, 1600]);
    const high = await renderImage(await photo(200, 9000).jpeg({ quality: 95 }).toBuffer());
    expect(high.renditions.map(({ width, height }) => [width, height])).toEqual([
      [182, 8192],
      [182, 8192],
    ]);
  });

  it('the EXIF orientation is applied, and copies have no metadata', async () => {
    const original = await photo()
      .jpeg()
      .withExif({
        IFD0: { Orientation: '6', Copyright: 'Ann' },
        IFD3: {
          GPSLatitudeRef: 'N',
          GPSLatitude: '51/1 30/1 3230/100',
          GPSLongitudeRef: 'W',
          GPSLongitude: '0/1 7/1 4366/100',
        },
      })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect((await sharp(original).metadata()).exif).toBeDefined();
    const { width, height, renditions } = await renderImage(original);
    expect([width, height]).toEqual([500, 750]);
    for (const copy of renditions) {
      const metadata = await sharp(copy.body).metadata();
      expect([
        metadata.exif,
        metadata.xmp,
        metadata.iptc,
        metadata.orientation,
        metadata.width! < metadata.height!,
      ]).toEqual([undefined, undefined, undefined, undefined, true]);
    }
  });

  it('an animated gif or webp gets no copies', async () => {
    const frames = await Promise.all([photo(300, 200).png().toBuffer(), photo(300, 200).png().toBuffer()]);
    for (const type of ['gif', 'webp'] as const) {
      const animated = await sharp(frames, { join: { animated: true } })
        .toFormat(type)
        .toBuffer();
      expect((await sharp(animated).metadata()).pages).toBe(2);
      expect(await renderImage(animated)).toEqual({ width: 300, height: 200, renditions: [] });
    }
  });

  it('a small image gets no copies, and copies keep transparency', async () => {
    const small = await sharp({
      create: { width: 200, height: 100, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    expect(await renderImage(small)).toEqual({ width: 200, height: 100, renditions: [] });
    const transparent = await sharp({
      create: {
        width: 600,
        height: 300,
        channels: 4,
        background: '#f000',
        noise: { type: 'gaussian', mean: 100, sigma: 40 },
      },
    })
      .png()
      .toBuffer();
    const { renditions } = await renderImage(transparent);
    for (const copy of renditions) expect((await sharp(copy.body).metadata()).hasAlpha).toBe(true);
  });

  it('a broken, truncated or unsupported image is rejected', async () => {
    const whole = await photo().jpeg().toBuffer();
    const broken = Buffer.from(await photo().png().toBuffer());
    broken.fill(0, 5_000, 9_000);
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>',
    );
    const tiff = await photo(50, 50).tiff().toBuffer();
    const head = whole.subarray(0, 64);
    for (const bytes of [
      whole.subarray(0, whole.length / 2),
      broken,
      svg,
      tiff,
      head,
      Buffer.alloc(0),
      Buffer.alloc(20_000, 7),
    ]) {
      await expect(renderImage(bytes)).rejects.toThrow('This image cannot be read');
    }
  });

  it('an image that needs too much memory is rejected by its header, before it is decoded', async () => {
    const before = process.memoryUsage().rss;
    for (const side of [60_000, 8_000])
      await expect(renderImage(pngBomb(side, side, 0))).rejects.toThrow('Image must have at most 50 million pixels');
    await expect(renderImage(pngBomb(7_000, 7_000, 1))).rejects.toThrow('This image needs too much memory');
    const webp = await sharp({ create: { width: 9_000, height: 5_000, channels: 4, background: '#0008' } })
      .webp({ effort: 0 })
      .toBuffer();
    await expect(renderImage(webp)).rejects.toThrow('This image needs too much memory');
    // Decoding any of them takes more.
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024);
  });
});

/** Creates a PNG of a few kilobytes whose header claims these dimensions. */
function pngBomb(width: number, height: number, interlaced: 0 | 1): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([16, 6, 0, 0, interlaced], 8);
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(10_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function crc32(bytes: Buffer): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
