import { readdirSync, readFileSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Secrets } from '@dripline/launcher/secrets';

/** A secret or personal value in a log. */
export interface LogFinding {
  file: string;
  line: number;
  /** The kind of value that was found. */
  kind: string;
  text: string;
}

/** Passwords and tokens that tests use. */
const passwords = [
  ...[
    'correct horse battery',
    'another horse battery',
    'a password for the',
    'another password',
    'worker-token-of-the-tests',
    'landing-token-of-the-tests',
    'session-secret-of-the-tests',
    'the emulator’s token',
    'a token of the provider',
  ],
];
/** Names and messages that tests use. */
const personalValues = ['Ann Lee', 'Ann Other', 'Bob Jones', 'Hi Ann', 'Still interested?'];
/**
 * A message that the `log` provider prints instead of sending it. Phone numbers and email addresses are masked in it.
 */
const printedMessage = /"service":"workflows".*"body":.*"msg":"text"\}$/;
/** Patterns of secrets and personal data. All data of the access matrix tests contains `mark…`. */
const patterns: [kind: string, pattern: RegExp][] = [
  // In errors of Temporal's SDK, a length byte that looks like `@` precedes the type name.
  ['an email address', /[\w.+-]+@(?!type\.googleapis\.com)[\w-]+(\.[\w-]+)*\.(example|test|com|org|net)\b/i],
  ['a phone number', /\+1[2-9]\d{9}(?!\d)|\(\d{3}\) ?\d{3}-\d{4}|(?<!\d)415555\d{4}(?!\d)/],
  ['data of the access matrix tests', /\bmark[0-9a-f]{8}\b/],
  ['a password hash', /\$argon2/],
  ['a session', /(?:admin|client)_session=[\w-]{8}/],
  ['a token', /Bearer [\w-]{8}|whsec_[\w+/=-]{8}|(?:apikey|dripline)_[\w-]{43}/],
  ['a signed URL', /[?&](X-(Goog|Amz)-)?Signature=[\w%]{8}/i],
  ['a database password', /postgres(ql)?:\/\/[^:/\s"]+:[^@\s"*]+@/],
  // The launcher masks secrets in logs, but a cluster does not.
  ['a secret that the launcher masked', /\*\*\*/],
];

/** Scans all logs of services and all Temporal databases below a folder. */
export function scanLogs(folder: string): LogFinding[] {
  return findFiles(folder).flatMap((file) => {
    const secrets = secretsBeside(file);
    return isTemporalDatabase(file)
      ? scanDatabase(file, secrets)
      : linesOf(file).flatMap((text, index) =>
          scanLine(text, secrets).map((kind) => ({ file, line: index + 1, kind, text: text.slice(0, 500) })),
        );
  });
}

/** Returns the kinds of secrets and personal data in a line. */
export function scanLine(text: string, secrets: string[] = []): string[] {
  const values = [...passwords, ...(printedMessage.test(text) ? [] : personalValues), ...secrets]
    .filter((value) => text.includes(value))
    .map((value) => `‘${value}’`);
  const withoutHost = removeHostname(text);
  return [...values, ...patterns.filter(([, pattern]) => pattern.test(withoutHost)).map(([kind]) => kind)];
}

/** Removes the host from worker identities, which look like email addresses if the host name is a domain name. */
const removeHostname = (text: string) => text.replaceAll(`@${hostname()}`, '');

/** Scans a Temporal database, which is binary, for known values and for the patterns of personal data. */
function scanDatabase(file: string, secrets: string[]): LogFinding[] {
  const bytes = readFileSync(file);
  const text = removeHostname(bytes.toString('latin1'));
  const values = [...passwords, ...personalValues, ...secrets].filter((value) => bytes.includes(value));
  const kinds = [
    ...values.map((value) => `‘${value}’`),
    ...patterns
      .slice(0, 3)
      .flatMap(([kind, pattern]) => (pattern.test(text) ? [`${kind}: ${pattern.exec(text)![0]}`] : [])),
  ];
  return kinds.map((kind) => ({ file, line: 0, kind, text: '' }));
}

/**
 * Returns the lines of a log. In the output of a test run, only lines of services count,
 * because test names contain test data.
 */
const linesOf = (file: string): string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => (basename(file) !== OUTPUT || line.startsWith('{"level":') ? line : ''));

/** File name of the output of a test run. */
export const OUTPUT = 'output.log';

const serviceLogs = /^(graphql|rest-facade|web|workflows|child-.*|output)\.log(\.1)?$/;
const isTemporalDatabase = (file: string) => basename(file).startsWith('temporal.db');

function findFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    // Postgres and the bucket may store personal data.
    if (entry.isDirectory()) return ['postgres', 'objects', 'node_modules'].includes(entry.name) ? [] : findFiles(path);
    return entry.isFile() && (serviceLogs.test(entry.name) || isTemporalDatabase(path)) && statSync(path).size > 0
      ? [path]
      : [];
  });
}

/** Returns the secrets of the stack that wrote the log. */
function secretsBeside(file: string): string[] {
  for (const folder of [dirname(file), dirname(dirname(file))]) {
    try {
      return Object.values(JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8')) as Secrets);
    } catch {
      // This is not the data folder of a stack.
    }
  }
  return [];
}
