import { MAX_NAME_LENGTH } from '@dripline/contract/limits';

// Control characters, and characters that change the text direction and can so disguise a file extension.
// eslint-disable-next-line no-control-regex -- matching control characters is the purpose
const UNSAFE_CHARACTERS = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** Cleans a file name for display: no folders, control characters or direction changes. May return an empty string. */
export function cleanFileName(name: string): string {
  const base = name.replace(UNSAFE_CHARACTERS, '').split(/[/\\]/).at(-1)!.trim();
  const extension = /\.\w{1,10}$/.exec(base)?.[0] ?? '';
  const truncated =
    base.length <= MAX_NAME_LENGTH ? base : base.slice(0, MAX_NAME_LENGTH - extension.length) + extension;
  // Unpaired surrogates cannot be encoded.
  return truncated.replace(/\p{Cs}/gu, '');
}

/** Converts a file name to the last segment of a URL. */
export function urlFileName(name: string): string {
  const safe = name
    .normalize('NFKD')
    .replace(/[^\w.-]+/g, '-')
    .replace(/[.-]*\.[.-]*/g, '.')
    .replace(/-+/g, '-')
    .replace(/^[.-]+|[.-]+$/g, '');
  return safe.slice(-80).replace(/^[.-]+/, '') || 'file';
}
