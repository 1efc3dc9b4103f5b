import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@dripline/contract/limits';
import { dictionary } from '@zxcvbn-ts/language-common';
import { badField } from '../api/errors';

const common = new Set(dictionary['passwords-common']);
const MIN_DISTINCT = 5;
const MIN_WORD = 4;

/** Why nobody should have this password, in words for people; null where it will do. */
export function passwordProblem(password: string, username: string | null = null): string | null {
  if (password.length < MIN_PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH)
    return `Use ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`;
  const lower = password.toLowerCase();
  // The list's words with a year or a row of digits put to them are among the first that are tried.
  const word = lower.replace(/^[^a-z]+|[^a-z]+$/g, '');
  const isCommon = common.has(lower) || (word.length >= MIN_WORD && common.has(word));
  if (isCommon || new Set(lower).size < MIN_DISTINCT)
    return 'This password is too common. Choose one that nobody would guess';
  if (username !== null && word === username.toLowerCase()) return 'Choose a password that is not the username';
  return null;
}

/** Refuses such a password under the field's name. */
export function requireGoodPassword(field: string, password: string, username: string | null): void {
  const why = passwordProblem(password, username);
  if (why !== null) throw badField(field, why);
}
