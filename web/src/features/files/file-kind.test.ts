import { fileKind, hasThumbnail } from './file-kind';

test.each([
  ['image/svg+xml', 'Image'],
  ['video/mp4', 'Video'],
  ['audio/mpeg', 'Audio'],
  ['application/pdf', 'PDF'],
  ['application/zip', 'Archive'],
  ['application/x-gzip', 'Archive'],
  ['text/csv', 'Spreadsheet'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'Spreadsheet'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'Document'],
  ['text/plain', 'Document'],
  ['application/octet-stream', 'File'],
])('fileKind labels %s as %s', (mimeType, label) => expect(fileKind(mimeType).label).toBe(label));

test('hasThumbnail is true only for images that browsers display and that are not too large', () => {
  expect(hasThumbnail({ mimeType: 'image/png', fileSize: 1000 })).toBe(true);
  expect(hasThumbnail({ mimeType: 'image/png', fileSize: 50_000_000 })).toBe(false);
  expect(hasThumbnail({ mimeType: 'image/svg+xml', fileSize: 1000 })).toBe(false);
});
