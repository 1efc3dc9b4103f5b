import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@dripline/contract/limits';
import { dictionary } from '@zxcvbn-ts/language-common';
import { fieldError } from '../api/errors';

const common = new Set(dictionary['passwords-common']);
const MIN_DISTINCT = 5;
const MIN_WORD = 4;

/** Returns why a password is not allowed, as a message for users, or null if it is allowed. */
export function validatePassword(password: string, username: string | null = null): string | null {
  if (password.length < MIN_PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH)
    return `Password must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters.`;
  const lower = password.toLowerCase();
  // Attackers try common words with leading or trailing digits first, so these are stripped.
  const word = lower.replace(/^[^a-z]+|[^a-z]+$/g, '');
  const isCommon = common.has(lower) || (word.length >= MIN_WORD && common.has(word));
  if (isCommon || new Set(lower).size < MIN_DISTINCT)
    return 'This password is too common. Choose one that nobody would guess.';
  if (username !== null && word === username.toLowerCase()) return 'Password must differ from the username.';
  return null;
}

/** Throws BAD_USER_INPUT for the field if the password is not allowed. */
export function assertValidPassword(field: string, password: string, username: string | null): void {
  const problem = validatePassword(password, username);
  if (problem !== null) throw fieldError(field, problem);
}
