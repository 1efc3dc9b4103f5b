import { BACKGROUND_MAX_BYTES, LOGO_MAX_BYTES, MAX_UPLOAD_BYTES } from '@dripline/contract/limits';
import { validateUpload } from './upload-rules';

const errorFor = (...args: Parameters<typeof validateUpload>) => validateUpload(...args)?.description;

test('validateUpload accepts a file of exactly the limit and rejects one byte more', () => {
  const logo = { maxBytes: LOGO_MAX_BYTES };
  expect(errorFor({ type: 'image/png', size: LOGO_MAX_BYTES }, logo)).toBeUndefined();
  expect(errorFor({ type: 'image/png', size: LOGO_MAX_BYTES + 1 }, logo)).toBe('File size must be less than 5MB');
  expect(errorFor({ type: 'image/png', size: 1 + BACKGROUND_MAX_BYTES }, { maxBytes: BACKGROUND_MAX_BYTES })).toBe(
    'File size must be less than 10MB',
  );
});

test('validateUpload has its own message for videos of any type', () => {
  const anyFile = { maxBytes: MAX_UPLOAD_BYTES };
  expect(errorFor({ type: 'video/x-msvideo', size: MAX_UPLOAD_BYTES + 1 }, anyFile)).toBe(
    'Video files must be less than 120MB (approximately 2 minutes)',
  );
  expect(errorFor({ type: 'application/zip', size: MAX_UPLOAD_BYTES + 1 }, anyFile)).toBe(
    'File size must be less than 120MB',
  );
  expect(errorFor({ type: 'video/mp4', size: MAX_UPLOAD_BYTES }, anyFile)).toBeUndefined();
});

test('validateUpload rejects SVG, video and unknown types where only images are allowed', () => {
  const imageOnly = { maxBytes: LOGO_MAX_BYTES, kinds: ['image'] } as const;
  for (const type of ['image/svg+xml', 'video/mp4', ''])
    expect(errorFor({ type, size: 1 }, imageOnly)).toMatch(/^Choose an image/);
  for (const type of ['video/mp4', 'video/x-msvideo'])
    expect(errorFor({ type, size: 1 }, { ...imageOnly, kinds: ['image', 'video'] })).toBeUndefined();
});
