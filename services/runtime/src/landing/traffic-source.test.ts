import { cleanSource } from './traffic-source';

test.each([
  ['qr', 'qr'],
  ['Überraschung 🎉', 'Überraschung 🎉'],
  ['', null],
  [undefined, null],
  ['\u0000\u001b[31mred\n', '[31mred'],
  ['\u0000'.repeat(9), null],
  ['x'.repeat(15_000), 'x'.repeat(100)],
  [`${'x'.repeat(99)}🎉`, 'x'.repeat(99)],
  ['\ud83cx', 'x'],
])('cleanSource turns %j into %j', (source, cleaned) => expect(cleanSource(source)).toBe(cleaned));
