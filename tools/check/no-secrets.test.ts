import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@dripline/launcher/paths';

/** Patterns of keys and tokens. */
const secretPatterns: [name: string, pattern: RegExp][] = [
  ['a private key', /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s*[A-Za-z0-9+/=]{40}/],
  ['an AWS key', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/],
  ['a Google API key', /\bAIza[\w-]{35}\b/],
  ['a Google service account', /"private_key_id":\s*"[0-9a-f]{40}"/],
  ['a Twilio account', /\bAC(?!0{30}|0123456789abcdef0123456789abcdef)[0-9a-f]{32}\b/],
  ['a Twilio API key', /\bSK(?!0{32})[0-9a-f]{32}\b/],
  ['a GitHub token', /\bgh[pousr]_[A-Za-z0-9]{36}\b|\bgithub_pat_\w{60,}/],
  ['an npm token', /\bnpm_[A-Za-z0-9]{36}\b|_authToken=[\w-]{8}/],
  ['a Slack token', /\bxox[abposr]-[\w-]{10,}/],
  ['a Stripe key', /\b[rs]k_live_[A-Za-z0-9]{20,}/],
  ['a JSON Web Token', /\beyJ[\w-]{15,}\.eyJ[\w-]{15,}\.[\w-]{20,}/],
  ['a webhook’s secret', /\bwhsec_[A-Za-z0-9+/]{40,}={0,2}/],
  [
    'a password in an address',
    /\b[a-z][a-z0-9+]{2,}:\/\/[^\s:/@"'`$<>{}]+:(?!pass@|pw@|password@|secret@|x@|hunter2@)[^\s/@"'`$<>{}]{8,}@[\w.-]+\.[a-z]{2,}/,
  ],
];
const findSecrets = (text: string) => secretPatterns.filter(([, pattern]) => pattern.test(text)).map(([name]) => name);

const isTextFile = (file: string) =>
  !/\.(png|jpe?g|gif|webp|avif|mp4|webm|ico|woff2?|pdf|gz)$/.test(file) &&
  statSync(join(root, file), { throwIfNoEntry: false })?.isFile();

test('no file of the repository contains a real key, token or password', () => {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
    .split('\0')
    .filter(Boolean);
  expect(files.length).toBeGreaterThan(500);
  const found = files
    .filter(isTextFile)
    .flatMap((file) => findSecrets(readFileSync(join(root, file), 'utf8')).map((name) => `${file}: ${name}`));
  expect(found).toEqual([]);
});

// Split into parts, so that the test does not find them in this file.
const examples: [name: string, text: string][] = [
  ['a private key', `-----BEGIN ${'RSA PRIVATE'} KEY-----\n${'MIIEowIBAAKCAQEA'.repeat(4)}`],
  ['an AWS key', `AKIA${'IOSFODNN7EXAMPLE'}`],
  ['a Google API key', `AIza${'SyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY'}`],
  ['a Google service account', `"private_key_id": "${'0a1b2c3d4e'.repeat(4)}"`],
  ['a Twilio account', `AC${'5ef8732a3c49700934481addd5ce1659'}`],
  ['a Twilio API key', `SK${'5ef8732a3c49700934481addd5ce1659'}`],
  ['a GitHub token', `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`],
  ['an npm token', `//registry.npmjs.org/:_auth${'Token=0123456789'}`],
  ['a Slack token', `xoxb-${'123456789012-abcdefghij'}`],
  ['a Stripe key', `sk_live_${'4eC39HqLyjWDarjtT1zdp7dc'}`],
  ['a JSON Web Token', `eyJ${'hbGciOiJIUzI1NiIs'}.eyJ${'zdWIiOiIxMjM0NTY3ODkw'}.${'SflKxwRJSMeKKF2QT4fwpM'}`],
  ['a webhook’s secret', `whsec_${'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYqr'}`],
  ['a password in an address', `postgres://app:${'Tr0ub4dor-3'}@db.prod.internal/x`],
];
test.each(examples)('%s is detected', (name, text) => expect(findSecrets(text)).toEqual([name]));
