import { MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS } from '@dripline/contract/limits';
import { failureToast } from '../toasts';

const most = MAX_IMPORT_ROWS.toLocaleString('en-US');

/** The texts of the import of leads from a file. */
export const importMessages = {
  title: 'Import leads',
  campaign: 'Campaign of the leads',
  file: 'CSV file',
  chooseFile: 'Choose a CSV file',
  chooseAnother: 'Choose another file',
  dropHere: 'Drop the file here',
  fileHint: `Up to ${most} rows. The first row must contain the names of the columns.`,
  example: 'Download an example',
  exampleFile:
    'Full name,Phone number,Email,Status,Tags,Consent\r\nAnn Lee,(415) 555-0133,ann@example.com,New,"Roof, Spring",yes\r\n',
  reading: 'Reading the file…',
  fileRows: (rows: string) => `${rows} in the file`,
  columns: 'What the columns contain',
  contentOf: (column: string) => `Content of ${column}`,
  noSamples: 'No values',
  extra: 'Keep under its own name',
  ignored: 'Do not import',
  consent: 'Consent to text messages (yes or no)',
  noConsent: 'No column says who agreed to text messages, so these leads receive none.',
  howObtained: 'How did these people agree?',
  howObtainedHint:
    'Where and when, such as “Signed the form at the counter in May”. It is kept as evidence of each consent.',
  howObtainedMissing: 'Say where and when the people agreed',
  check: 'Check the rows',
  checked: (done: string, all: string) => `${done} of ${all} rows checked`,
  ready: (rows: string) => `${rows} can be imported`,
  consenting: (rows: string) => `${rows} of them with consent to text messages`,
  rejected: (rows: string) => `${rows} cannot be imported`,
  firstRow: (row: string) => `first in row ${row}`,
  download: 'Download these rows',
  nothingSent:
    'The import sends nothing: it starts no sequence, notifies nobody and does not count towards the monthly limit.',
  start: (leads: string) => `Import ${leads}`,
  changeColumns: 'Change the columns',
  nothingReady: 'No row can be imported. Change the columns or choose another file.',
  unnamedColumn: (number: number) => `Unnamed column ${number}`,
  fileTooLarge: 'The file is larger than 100 MB. Split it.',
  notCsv: 'This is not a CSV file. Save the sheet as CSV (comma-separated values) first.',
  noRows: 'The file has no rows below the names of its columns.',
  tooManyRows: (rows: string) => `The file has ${rows} rows. An import has at most ${most}. Split the file.`,
  tooManyColumns: `The file has more than ${MAX_IMPORT_COLUMNS} columns.`,
  noCampaign: 'Create a campaign first. Every lead belongs to one.',
} as const;

/** The toasts of the import of leads. */
export const importToasts = {
  notChecked: (reason = 'Failed to check the rows') => failureToast(reason),
  notStarted: (reason = 'Failed to start the import') => failureToast(reason),
  notDownloaded: (reason = 'Failed to download the rows') => failureToast(reason),
};
