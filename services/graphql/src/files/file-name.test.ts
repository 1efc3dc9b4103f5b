import { create, parse } from 'content-disposition';
import fc from 'fast-check';
import { urlFileName, cleanFileName } from './file-name';

it.each([
  ['report.pdf', 'report.pdf'],
  ['  ..\\..\\evil.png ', 'evil.png'],
  ['a/b/c.txt', 'c.txt'],
  ['in\r\nSet-Cookie: x.png', 'inSet-Cookie: x.png'],
  ['photo\u202Egnp.exe', 'photognp.exe'],
  ['Ünïcode 春.png', 'Ünïcode 春.png'],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(196)}.pdf`],
])('the file name %j is shown as %j', (name, shown) => expect(cleanFileName(name)).toBe(shown));

it('any file name makes a safe URL and header, and is parsed from the header unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
      expect(urlFileName(name)).toMatch(/^[\w-][\w.-]{0,79}$/);
      expect(urlFileName(name)).not.toContain('..');
      const clean = cleanFileName(name);
      expect(clean.length).toBeLessThanOrEqual(200);
      const header = create(clean, { type: 'attachment' });
      expect(header).toMatch(/^attachment[\x20-\x7e]*$/);
      if (clean !== '') expect(parse(header).parameters['filename']).toBe(clean);
    }),
  );
});
