import { isRedirectUrl } from './redirect-url';

const schemes = [
  'javascript',
  'data',
  'vbscript',
  'http',
  'ftp',
  'file',
  'blob',
  'about',
  'ws',
  'wss',
  'mailto',
  'tel',
  'intent',
  'view-source',
  'filesystem',
  'x-https',
];
const bodies = [
  'alert(1)',
  '//evil.example',
  '//evil.example/https://good.example',
  'text/html,<script>alert(1)</script>',
];
const host = 'evil.example';
/** Control characters, and other characters that URL parsers remove, convert or do not show. */
const unseen = [
  ...Array.from({ length: 33 }, (_, code) => code),
  0x7f,
  0x85,
  0xa0,
  0xad,
  0x1680,
  0x200b,
  0x200d,
  0x200e,
  0x2028,
  0x2029,
  0x202e,
  0x2060,
  0x3000,
  0xfeff,
];

const invalidUrls: unknown[] = [
  ...schemes.flatMap((scheme) => bodies.map((body) => `${scheme}:${body}`)),
  ...schemes.map((scheme) => `${scheme.toUpperCase()}:alert(1)`),
  ...unseen.flatMap((code) => [
    `https://good.example/a${String.fromCodePoint(code)}b`,
    `${String.fromCodePoint(code)}https://${host}`,
  ]),
  ...['\u3002', '\uff0e', '\uff61', '\u2024', '%2e'].map((dot) => `https://evil${dot}example`),
  ...[
    'java\nscript:alert(1)',
    '\tjava\nscript:alert(1)',
    'jav&#x09;ascript:alert(1)',
    'java%0ascript:alert(1)',
    '&#106;avascript:alert(1)',
    'javascript://https://%0aalert(1)',
  ],
  ...[
    `//${host}`,
    `///${host}`,
    `/\\${host}`,
    `\\\\${host}`,
    `\\/${host}`,
    `https:${host}`,
    `https:/${host}`,
    `https:///${host}`,
    `https:\\\\${host}`,
    `https:/\\${host}`,
    `https://good.example\\@${host}`,
  ],
  ...[
    'https://',
    'https://?x',
    'https://#x',
    'https://:443',
    'https:// ',
    'https://a b.example',
    'https://[::1',
    'https://a:99999',
    'https://a:port',
    'https://exa<mple',
    'https://^',
  ],
  ...[
    `https://user@${host}`,
    `https://user:pw@${host}`,
    `https://@${host}`,
    `https://:@${host}`,
    `https://good.example:443@${host}`,
    `https://good.example%40${host}`,
  ],
  ...[
    'https://ｅｖｉｌ.example',
    'https://ⓔvil.example',
    'https://ev%69l.example',
    'https://evil.example\u0000.good.example',
  ],
  ...[
    `https://good.example/${'a'.repeat(2048)}`,
    '',
    ' ',
    'good.example',
    '/thanks',
    'thanks',
    '.',
    '?a',
    '#a',
    null,
    undefined,
    7,
    {},
    ['https://good.example'],
  ],
];

test(`isRedirectUrl rejects all ${invalidUrls.length} URLs that could run a script, leave https or lead to another host than they show`, () => {
  expect(invalidUrls.length).toBeGreaterThanOrEqual(200);
  expect(invalidUrls.filter(isRedirectUrl)).toEqual([]);
});

test.each([
  'https://good.example',
  'HTTPS://Good.Example/Thanks',
  'https://good.example:8443/a/b?c=d%20e&f=https://other.example/@x#top',
  'https://münchen.example/danke/ä',
  'https://xn--mnchen-3ya.example/',
  'https://[2001:db8::1]/',
  'https://good.example/~ann/@home;v=1,2',
  `https://good.example/${'a'.repeat(2048 - 'https://good.example/'.length)}`,
])('isRedirectUrl accepts %.40s', (url) => expect(isRedirectUrl(url)).toBe(true));
