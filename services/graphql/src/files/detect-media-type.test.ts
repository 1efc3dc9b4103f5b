import { IMAGE_TYPES, VIDEO_TYPES } from '@dripline/contract/media-types';
import { inlineTypes, detectType } from './detect-media-type';

const box = (brands: string) => `\0\0\0${String.fromCharCode(8 + brands.length)}ftyp${brands}`;

it.each([
  ['image/png', '\x89PNG\r\n\x1a\n…'],
  ['image/jpeg', '\xff\xd8\xff\xe0'],
  ['image/gif', 'GIF89a'],
  ['image/webp', 'RIFF\x10\0\0\0WEBPVP8 '],
  ['image/avif', box('mif1\0\0\0\0avifmiaf')],
  ['application/pdf', '%PDF-1.7'],
  ['video/webm', '\x1aE\xdf\xa3\x9fB\x86\x81\x01B\x82\x84webm'],
  ['video/mp4', box('isom\0\0\x02\0isomiso2avc1mp41')],
  ['video/quicktime', box('qt  \0\0\0\0qt  ')],
  ['audio/mp4', box('M4A \0\0\0\0M4A mp42isom')],
  ['audio/ogg', 'OggS\0\x02…\x01vorbis'],
  ['video/ogg', 'OggS\0\x02…\x80theora'],
  ['audio/wav', 'RIFF\x10\0\0\0WAVEfmt '],
  ['audio/flac', 'fLaC'],
  ['audio/mpeg', 'ID3\x04'],
  ['audio/mpeg', '\xff\xfb\x90\x44'],
])('%s is detected by its first bytes', (mimeType, text) =>
  expect(detectType(Buffer.from(text, 'latin1'))).toBe(mimeType),
);

it.each([
  ['nothing', ''],
  ['a page', '<!doctype html><script>'],
  ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg">'],
  ['a page that mentions a picture', '<html>\x89PNG\r\n\x1a\n'],
  ['a phone’s HEIC', box('heic\0\0\0\0mif1heic')],
  ['an AVI', 'RIFF\x10\0\0\0AVI '],
  ['a zip', 'PK\x03\x04'],
  ['UTF-16 text', '\xff\xfeh\0i\0'],
  ['a box that never ends', 'zzzzftyp'],
])('%s is not detected as an inline type', (_, text) => expect(detectType(Buffer.from(text, 'latin1'))).toBeNull());

it('the inline images and videos are exactly the types that the file pickers offer', () => {
  const mediaTypes = [...inlineTypes].filter((mimeType) => /^(image|video)\//.test(mimeType));
  expect(mediaTypes.sort()).toEqual([...IMAGE_TYPES, ...VIDEO_TYPES].sort());
});
