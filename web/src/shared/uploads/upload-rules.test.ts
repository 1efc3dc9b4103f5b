import { BACKGROUND_MAX_BYTES, LOGO_MAX_BYTES, MAX_UPLOAD_BYTES } from '@dripline/contract/limits';
import { uploadProblem } from './upload-rules';

const words = (...given: Parameters<typeof uploadProblem>) => uploadProblem(...given)?.description;

test('a file may be as large as its limit, and not a byte larger', () => {
  const logo = { maxBytes: LOGO_MAX_BYTES };
  expect(words({ type: 'image/png', size: LOGO_MAX_BYTES }, logo)).toBeUndefined();
  expect(words({ type: 'image/png', size: LOGO_MAX_BYTES + 1 }, logo)).toBe('File size must be less than 5MB');
  expect(words({ type: 'image/png', size: 1 + BACKGROUND_MAX_BYTES }, { maxBytes: BACKGROUND_MAX_BYTES })).toBe(
    'File size must be less than 10MB',
  );
});

test('a video has words of its own, whatever video it is', () => {
  const any = { maxBytes: MAX_UPLOAD_BYTES };
  expect(words({ type: 'video/x-msvideo', size: MAX_UPLOAD_BYTES + 1 }, any)).toBe(
    'Video files must be less than 120MB (approximately 2 minutes)',
  );
  expect(words({ type: 'application/zip', size: MAX_UPLOAD_BYTES + 1 }, any)).toBe('File size must be less than 120MB');
  expect(words({ type: 'video/mp4', size: MAX_UPLOAD_BYTES }, any)).toBeUndefined();
});

test('a place for pictures takes no drawing that may hold scripts, and no video', () => {
  const picture = { maxBytes: LOGO_MAX_BYTES, kinds: ['image'] } as const;
  for (const type of ['image/svg+xml', 'video/mp4', ''])
    expect(words({ type, size: 1 }, picture)).toMatch(/^Choose an image/);
  expect(words({ type: 'video/mp4', size: 1 }, { ...picture, kinds: ['image', 'video'] })).toBeUndefined();
});
