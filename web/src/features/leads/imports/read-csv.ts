import { MAX_IMPORT_BYTES, MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS, MAX_NAME_LENGTH } from '@dripline/contract/limits';
import Papa from 'papaparse';
import { importMessages as messages } from '../../../messages/leads/lead-import';
import { formatCount } from '../../../shared/format';

/** A file with column names in its first row. */
export interface CsvFile {
  name: string;
  /** The names of the columns, each of which is not empty. */
  columns: string[];
  rows: string[][];
}

/**
 * Reads a CSV file. The delimiter is found by the names of its columns, and the encoding is UTF-8 or UTF-16, or Windows-1252, in
 * which spreadsheets save, too. Empty rows are left out.
 *
 * @throws an Error with a message for people if the file cannot be imported
 */
export async function readCsv(file: File): Promise<CsvFile> {
  if (file.size > MAX_IMPORT_BYTES) throw new Error(messages.fileTooLarge);
  const text = decode(new Uint8Array(await file.arrayBuffer()));
  if (text.includes('\0')) throw new Error(messages.notCsv);
  const [head, ...rows] = Papa.parse<string[]>(text, { delimiter: findDelimiter(text), skipEmptyLines: 'greedy' }).data;
  if (!head || rows.length === 0) throw new Error(messages.noRows);
  if (rows.length > MAX_IMPORT_ROWS) throw new Error(messages.tooManyRows(formatCount(rows.length)));
  if (head.length > MAX_IMPORT_COLUMNS) throw new Error(messages.tooManyColumns);
  const columns = head.map(
    (name, index) => withoutControls(name).trim().slice(0, MAX_NAME_LENGTH) || messages.unnamedColumn(index + 1),
  );
  return { name: file.name, columns, rows };
}

/** Returns the delimiter by which the first row has most columns. */
function findDelimiter(text: string): string {
  const columnsBy = (delimiter: string) => Papa.parse<string[]>(text, { delimiter, preview: 1 }).data[0]?.length ?? 0;
  return [',', ';', '\t', '|'].reduce((best, other) => (columnsBy(other) > columnsBy(best) ? other : best));
}

/** Removes characters that the API rejects. */
// eslint-disable-next-line no-control-regex -- these are the characters to remove
export const withoutControls = (text: string) => text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '');

/** The decoder removes a byte order mark. */
function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
