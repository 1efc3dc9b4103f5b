import { readdirSync, readFileSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Secrets } from '@dripline/launcher/secrets';

/** A line of a log that says what no log may. */
export interface Leak {
  file: string;
  line: number;
  what: string;
  text: string;
}

/** What tests make up: as secret or personal as what people will type. */
const passwords = [
  ...[
    'correct horse battery',
    'another horse battery',
    'a password for the',
    'another password',
    'service-token-of-the-tests',
    'session-secret-of-the-tests',
    'the stand-in’s token',
    'a token of the provider',
  ],
];
const words = ['Ann Lee', 'Ann Other', 'Bob Jones', 'Hi Ann', 'Still interested?'];
/** Where no provider is set, what would be sent is shown on the terminal instead: that is what it is for. Numbers and addresses are masked there too. */
const shownText = /"service":"workflows".*"body":.*"msg":"text"\}$/;
/** What is personal or secret by its shape, whoever made it up. `mark…` stands in everything that the access matrix fills its clients with. */
const shapes: [what: string, shape: RegExp][] = [
  // What Temporal's SDK writes of an error has a length that reads as `@`, before the name of its type.
  ['an email address', /[\w.+-]+@(?!type\.googleapis\.com)[\w-]+(\.[\w-]+)*\.(example|test|com|org|net)\b/i],
  ['a phone number', /\+1[2-9]\d{9}(?!\d)|\(\d{3}\) ?\d{3}-\d{4}|(?<!\d)415555\d{4}(?!\d)/],
  ['a text of the access matrix', /\bmark[0-9a-f]{8}\b/],
  ['a password’s hash', /\$argon2/],
  ['a session', /dripline_session=[\w-]{8}/],
  ['a token', /Bearer [\w-]{8}|whsec_[\w+/=-]{8}/],
  ['a signed address', /[?&](X-Goog-)?Signature=[\w%]{8}/i],
  ['a database’s password', /postgres(ql)?:\/\/[^:/\s"]+:[^@\s"*]+@/],
  // Who starts a stack hides its own secrets in what the services write; in a cluster nobody does.
  ['a secret that was hidden on its way', /\*\*\*/],
];

/** Reads what services wrote into this folder and those in it, and what Temporal keeps there, and finds what is secret or personal. */
export function findLeaks(folder: string): Leak[] {
  return files(folder).flatMap((file) => {
    const secrets = secretsBeside(file);
    return isOfTemporal(file)
      ? inHistories(file, secrets)
      : linesOf(file).flatMap((text, nth) =>
          leaksIn(text, secrets).map((what) => ({ file, line: nth + 1, what, text: text.slice(0, 500) })),
        );
  });
}

/** What a line says that no log may. */
export function leaksIn(text: string, secrets: string[] = []): string[] {
  const values = [...passwords, ...(shownText.test(text) ? [] : words), ...secrets]
    .filter((value) => text.includes(value))
    .map((value) => `‘${value}’`);
  const named = nameless(text);
  return [...values, ...shapes.filter(([, shape]) => shape.test(named)).map(([what]) => what)];
}

/** Without what workers call themselves, which is an email address where this machine has a name of its own on the internet. */
const nameless = (text: string) => text.replaceAll(`@${hostname()}`, '');

/** Its file has no lines. What tests make up is looked for as bytes, numbers and addresses by their shape. */
function inHistories(file: string, secrets: string[]): Leak[] {
  const bytes = readFileSync(file);
  const text = nameless(bytes.toString('latin1'));
  const values = [...passwords, ...words, ...secrets].filter((value) => bytes.includes(value));
  const found = [
    ...values.map((value) => `‘${value}’`),
    ...shapes.slice(0, 3).flatMap(([what, shape]) => (shape.test(text) ? [`${what}: ${shape.exec(text)![0]}`] : [])),
  ];
  return found.map((what) => ({ file, line: 0, what, text: '' }));
}

/** Of a run of tests' own output only what services wrote: names of tests say what they send. */
const linesOf = (file: string): string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => (basename(file) !== OUTPUT || line.startsWith('{"level":') ? line : ''));

/** What a run of tests wrote on the terminal. */
export const OUTPUT = 'output.log';

const ofServices = /^(graphql|rest-facade|web|workflows|child-.*|output)\.log(\.1)?$/;
const isOfTemporal = (file: string) => basename(file).startsWith('temporal.db');

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    // What Postgres and a bucket keep is what they are there to keep.
    if (entry.isDirectory()) return ['postgres', 'objects', 'node_modules'].includes(entry.name) ? [] : files(path);
    return entry.isFile() && (ofServices.test(entry.name) || isOfTemporal(path)) && statSync(path).size > 0
      ? [path]
      : [];
  });
}

/** The secrets of the stack whose log this is. */
function secretsBeside(file: string): string[] {
  for (const folder of [dirname(file), dirname(dirname(file))]) {
    try {
      return Object.values(JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8')) as Secrets);
    } catch {
      // Not a stack's.
    }
  }
  return [];
}
