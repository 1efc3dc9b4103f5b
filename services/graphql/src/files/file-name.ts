import { MAX_NAME_LENGTH } from '@dripline/contract/limits';

// Control characters, and those that turn the reading direction and so hide an ending.
// eslint-disable-next-line no-control-regex -- they are what is looked for
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** A file's name as people may see it: one line, no folders, no tricks of direction; empty where nothing is left. */
export function cleanFileName(name: string): string {
  const base = name.replace(UNSEEN, '').split(/[/\\]/).at(-1)!.trim();
  const ending = /\.\w{1,10}$/.exec(base)?.[0] ?? '';
  const cut = base.length <= MAX_NAME_LENGTH ? base : base.slice(0, MAX_NAME_LENGTH - ending.length) + ending;
  // Half a character cannot be encoded.
  return cut.replace(/\p{Cs}/gu, '');
}

/** The same as the last part of an address. */
export function addressName(name: string): string {
  const safe = name
    .normalize('NFKD')
    .replace(/[^\w.-]+/g, '-')
    .replace(/[.-]*\.[.-]*/g, '.')
    .replace(/-+/g, '-')
    .replace(/^[.-]+|[.-]+$/g, '');
  return safe.slice(-80).replace(/^[.-]+/, '') || 'file';
}
