import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { type ErrorCode, isErrorCode } from '@dripline/contract/error-codes';
import { HttpError } from './http/http-error';

interface ServerError {
  message: string;
  extensions?: Record<string, unknown> | undefined;
}

/** Returns the error that the server described, in a GraphQL result or in the body of a non-success response. */
function serverErrorOf(error: unknown): ServerError | undefined {
  if (CombinedGraphQLErrors.is(error)) return error.errors[0];
  if (!(error instanceof HttpError)) return undefined;
  try {
    const body = JSON.parse(error.body) as { errors?: ServerError[]; message: string };
    const found = body.errors?.[0] ?? { message: body.message, extensions: { ...body } };
    // A body without a known code is a proxy's.
    return isErrorCode(found.extensions?.['code']) ? found : undefined;
  } catch {
    return undefined;
  }
}

const extensionsOf = (error: unknown) => serverErrorOf(error)?.extensions;

/** Returns the server's error code, or undefined when the server could not be reached. */
export function errorCodeOf(error: unknown): ErrorCode | undefined {
  const code = extensionsOf(error)?.['code'];
  return isErrorCode(code) ? code : undefined;
}

/** Returns the server's error message, or undefined when it is not meant for users. */
export function errorMessageOf(error: unknown) {
  return errorCodeOf(error) === 'INTERNAL_SERVER_ERROR' ? undefined : serverErrorOf(error)?.message;
}

/** Returns the server's validation messages by field name. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  const fields = extensionsOf(error)?.['fields'];
  return typeof fields === 'object' && fields !== null ? (fields as Record<string, string>) : {};
}

/** An object as it is on the server. */
export type CurrentObject = Record<string, unknown> & { version: number };

/** Returns the object as it is now if the error says that somebody changed it meanwhile. */
export function currentObjectOf(error: unknown): CurrentObject | undefined {
  const current = extensionsOf(error)?.['current'];
  return errorCodeOf(error) === 'CONFLICT' && typeof current === 'object' && current !== null
    ? (current as CurrentObject)
    : undefined;
}

/** What finishes a sign-in whose password was correct. */
export interface SecondFactorRequest {
  challenge: string;
  methods: readonly string[];
}

/** Returns how to finish the sign-in if the error says that the account has a second factor, and null otherwise. */
export function secondFactorOf(error: unknown): SecondFactorRequest | null {
  const { challenge, methods } = extensionsOf(error) ?? {};
  return errorCodeOf(error) === 'SECOND_FACTOR_REQUIRED' && typeof challenge === 'string'
    ? { challenge, methods: Array.isArray(methods) ? methods.map(String) : [] }
    : null;
}
