import { readCsv } from './read-csv';
import { nextPart } from './use-lead-import';

const fileOf = (...parts: (string | number[])[]) => {
  const bytes = parts.map((part) => (typeof part === 'string' ? part : Uint8Array.from(part)));
  return new File(bytes, 'people.csv');
};

describe('a CSV file', () => {
  it.each([
    ['commas', 'Name,Note\r\n"Lee, Ann","a ""b""\nc"\r\n\r\n , \r\nBob\r\n'],
    ['semicolons', 'Name;Note\n"Lee, Ann";"a ""b""\nc"\nBob'],
    ['tabs', 'Name\tNote\n"Lee, Ann"\t"a ""b""\nc"\nBob\n'],
  ])('with %s is read without its empty rows', async (_, text) => {
    expect(await readCsv(fileOf(text))).toEqual({
      name: 'people.csv',
      columns: ['Name', 'Note'],
      rows: [['Lee, Ann', 'a "b"\nc'], ['Bob']],
    });
  });

  it.each([
    ['UTF-8', [...Buffer.from('Name\nZoë')]],
    ['UTF-8 with a byte order mark', [0xef, 0xbb, 0xbf, ...Buffer.from('Name\nZoë')]],
    ['UTF-16 LE', [0xff, 0xfe, ...Buffer.from('Name\nZoë', 'utf16le')]],
    ['UTF-16 BE', [0xfe, 0xff, ...Buffer.from('Name\nZoë', 'utf16le').swap16()]],
    ['Windows-1252', [...Buffer.from('Name\nZoë', 'latin1')]],
  ])('in %s keeps its letters', async (_, bytes) => {
    expect(await readCsv(fileOf(bytes))).toMatchObject({ columns: ['Name'], rows: [['Zoë']] });
  });

  it('names columns that have no name', async () => {
    expect((await readCsv(fileOf('Name,, \u0007Note \nAnn,1,2'))).columns).toEqual([
      'Name',
      'Unnamed column 2',
      'Note',
    ]);
  });

  it.each([
    ['no rows', 'Name,Phone\n', 'The file has no rows below the names of its columns.'],
    ['nothing', '', 'The file has no rows below the names of its columns.'],
    ['other content', 'PK\u0003\u0004\0\0', 'This is not a CSV file.'],
    ['too many columns', `${'a,'.repeat(100)}a\n1`, 'The file has more than 100 columns.'],
    ['too many rows', `a\n${'1\n'.repeat(100_001)}`, 'The file has 100,001 rows.'],
  ])('with %s is refused', async (_, text, message) => {
    await expect(readCsv(fileOf(text))).rejects.toThrow(message);
  });
});

describe('the parts of a file', () => {
  const all = (rows: string[][]) => {
    const parts: string[][][] = [];
    for (let from = 0; from < rows.length; from += parts.at(-1)!.length) parts.push(nextPart(rows, from));
    return parts;
  };

  it('have at most 500 rows and 200,000 characters, and leave out none', () => {
    const rows = Array.from({ length: 1_203 }, (_, nth) => [String(nth), 'x'.repeat(nth % 7 === 0 ? 4_000 : 10)]);
    const parts = all(rows);
    expect(parts.flat()).toEqual(rows);
    for (const part of parts) {
      expect(part.length).toBeLessThanOrEqual(500);
      expect(part.flat().join('').length).toBeLessThanOrEqual(200_000);
    }
  });

  it('have one row at least, without control characters and with cells that are cut', () => {
    const rows = [Array<string>(100).fill('x'.repeat(6_000)), ['a\u0007\n']];
    expect(all(rows)).toEqual([[Array<string>(100).fill('x'.repeat(5_001))], [['a\n']]]);
  });
});
