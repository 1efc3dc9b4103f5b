import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { type ErrorCode, isErrorCode } from '@dripline/contract/error-codes';

const extensionsOf = (error: unknown) => (CombinedGraphQLErrors.is(error) ? error.errors[0]?.extensions : undefined);

/** The server's code for a failed call; undefined where the server could not be asked. */
export function codeOf(error: unknown): ErrorCode | undefined {
  const code = extensionsOf(error)?.['code'];
  return isErrorCode(code) ? code : undefined;
}

/** What the server said, if it said anything meant for people. */
export function messageOf(error: unknown) {
  return CombinedGraphQLErrors.is(error) && codeOf(error) !== 'INTERNAL_SERVER_ERROR'
    ? error.errors[0]?.message
    : undefined;
}

/** Why the server refused each field, by field name. */
export function fieldsOf(error: unknown): Record<string, string> {
  const fields = extensionsOf(error)?.['fields'];
  return typeof fields === 'object' && fields !== null ? (fields as Record<string, string>) : {};
}
