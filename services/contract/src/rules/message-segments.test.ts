import { computeSegments, replaceNonGsm } from './message-segments';

const segments = (text: string) => computeSegments(text).segments;

test('a GSM-7 message has 160 characters in a single segment, else 153 per segment', () => {
  expect(computeSegments('')).toEqual({ encoding: 'gsm7', characters: 0, segments: 0, nonGsmCharacters: [] });
  expect(segments('a'.repeat(160))).toBe(1);
  expect(segments('a'.repeat(161))).toBe(2);
  expect(segments('a'.repeat(306))).toBe(2);
  expect(segments('a'.repeat(307))).toBe(3);
});

test('a character outside GSM-7 reduces a segment to 70 characters, else 67 per segment', () => {
  expect(computeSegments('’' + 'a'.repeat(69))).toMatchObject({ encoding: 'ucs2', segments: 1 });
  expect(segments('’' + 'a'.repeat(70))).toBe(2);
  expect(segments('😀'.repeat(35))).toBe(1);
  expect(segments('😀'.repeat(36))).toBe(2);
});

test('brackets and the euro sign count twice and are not split between segments', () => {
  expect(segments('€'.repeat(80))).toBe(1);
  expect(segments('€'.repeat(81))).toBe(2);
  expect(segments('a'.repeat(152) + '€' + 'a'.repeat(152))).toBe(3);
});

test('each character outside GSM-7 is listed once, with its replacement if there is one', () => {
  const { nonGsmCharacters, characters } = computeSegments('Joe’s “café” — it’s 😀\u00a0é');
  expect(nonGsmCharacters).toEqual([
    { character: '’', replacement: "'" },
    { character: '“', replacement: '"' },
    { character: '”', replacement: '"' },
    { character: '—', replacement: '-' },
    { character: '😀', replacement: null },
    { character: '\u00a0', replacement: ' ' },
  ]);
  expect(characters).toBe(24);
});

test('characters without a replacement are kept, including emoji of several code points', () => {
  expect(replaceNonGsm('Joe’s “café”… — it’s ½\u200b off\u00a0👨‍👩‍👧 ж')).toBe('Joe\'s "café"... - it\'s 1/2 off 👨‍👩‍👧 ж');
  expect(computeSegments(replaceNonGsm('It’s “on”, cafe\u0301'))).toMatchObject({
    encoding: 'gsm7',
    nonGsmCharacters: [],
  });
  expect(replaceNonGsm('nothing to do {{firstName}}')).toBe('nothing to do {{firstName}}');
});
