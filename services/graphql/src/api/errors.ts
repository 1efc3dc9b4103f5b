import type { ErrorCode } from '@dripline/contract/error-codes';
import { isErrorCode } from '@dripline/contract/error-codes';
import type { ValidationError } from 'class-validator';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { unwrapResolverError } from '@apollo/server/errors';
import { EntityNotFoundError, QueryFailedError } from 'typeorm';
import { ArgumentValidationError } from 'type-graphql';
import { log } from '../telemetry/log';

export interface ErrorDetails {
  /** Why each named input field was rejected. */
  fields?: Record<string, string>;
  /** Seconds to wait before retrying. */
  retryAfter?: number;
  /** For CONFLICT with an expected version: the fields of the object as it is now. */
  current?: Record<string, unknown>;
  /** For SECOND_FACTOR_REQUIRED: the token with which `finishSignIn` continues. */
  challenge?: string;
  /** For SECOND_FACTOR_REQUIRED: what the account can continue with. */
  methods?: ('code' | 'passkey')[];
}

/** Creates an error with a code from the closed list. The caller throws it. */
export function fail(code: ErrorCode, message: string, details: ErrorDetails = {}): GraphQLError {
  return new GraphQLError(message, { extensions: { code, ...details } });
}

/** Creates a BAD_USER_INPUT error for one input field. */
export function fieldError(field: string, message: string): GraphQLError {
  return fail('BAD_USER_INPUT', message, { fields: { [field]: message } });
}

/** Postgres constraints whose violation is reported as CONFLICT on a field. */
const conflicts: Record<string, { field: string; message: string }> = {
  users_username_key: { field: 'username', message: 'This username is taken. Choose another one.' },
  clients_username_key: { field: 'username', message: 'This username is taken. Choose another one.' },
  members_username_key: { field: 'username', message: 'This username is taken. Choose another one.' },
  clients_domain_key: { field: 'domain', message: 'This domain belongs to another client. Enter another one.' },
  clients_handle_key: { field: 'businessName', message: 'This business name was just taken. Please try again.' },
  senders_messaging_service_sid_key: {
    field: 'messagingServiceSid',
    message: 'Another client uses this Messaging Service.',
  },
  senders_from_number_key: { field: 'fromNumber', message: 'Another client uses this phone number.' },
  playbook_copies_client_key: { field: 'clientIds', message: 'This client already has a copy of the playbook.' },
  campaigns_client_slug_key: { field: 'slug', message: 'This URL slug is taken. Choose another one.' },
};

// Network errors, then SQLSTATE codes: shutdown, startup, too many connections, lock timeout, statement timeout,
// deadlock.
const unavailable = ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', '57P01', '57P03', '53300', '55P03', '57014', '40P01'];
/** Messages of driver errors that have no code: a lost connection, or a timeout while waiting for one. */
const connectionErrors =
  /^Connection terminated|is not queryable$|timeout exceeded when trying to connect|terminated due to connection timeout|^timeout expired$/;

/**
 * Formats a thrown error with a code from the closed list. An unexpected error is logged, and the caller gets a generic
 * message.
 */
export function formatError(formatted: GraphQLFormattedError, thrown: unknown): GraphQLFormattedError {
  const error = unwrapError(thrown);
  const location = { locations: formatted.locations, path: formatted.path };
  if (error instanceof ArgumentValidationError) {
    const fields = fieldsOf(error.extensions.validationErrors ?? []);
    return {
      message: Object.values(fields)[0] ?? 'Invalid input.',
      ...location,
      extensions: { code: 'BAD_USER_INPUT', fields },
    };
  }
  if (error instanceof QueryFailedError) {
    const conflict = conflicts[(error.driverError as { constraint?: string }).constraint ?? ''];
    if (conflict) {
      const fields = { [conflict.field]: conflict.message };
      return { message: conflict.message, ...location, extensions: { code: 'CONFLICT', fields } };
    }
  }
  if (isDeletion(error))
    return { message: 'This was deleted meanwhile.', ...location, extensions: { code: 'NOT_FOUND' } };
  const code = formatted.extensions?.['code'];
  if (code === 'GRAPHQL_PARSE_FAILED' || code === 'GRAPHQL_VALIDATION_FAILED' || code === 'BAD_REQUEST') {
    return { message: formatted.message, ...location, extensions: { code: 'BAD_USER_INPUT' } };
  }
  if (code === 'BAD_USER_INPUT' && formatted.extensions?.['fields'] === undefined) {
    return {
      message: coercionMessage(formatted.message),
      ...location,
      extensions: { code, fields: coercedFields(formatted.message) },
    };
  }
  if (isErrorCode(code) && code !== 'INTERNAL_SERVER_ERROR') {
    const { fields, retryAfter, current, challenge, methods } = formatted.extensions as ErrorDetails;
    return {
      message: formatted.message,
      ...location,
      extensions: { code, fields, retryAfter, current, challenge, methods },
    };
  }
  return hideError(error, location);
}

/** Returns the code of a thrown error and its text: why each field was rejected, or else the message. */
export function describeError(thrown: unknown): { code: string; text: string } {
  const { message, extensions = {} } = formatError(thrown as GraphQLFormattedError, thrown);
  const fields = Object.values(extensions['fields'] ?? {}) as string[];
  return { code: String(extensions['code']), text: fields.join(' ') || message };
}

/**
 * Returns whether a request failed because something that it found when access was checked was deleted since: a row, what
 * it refers to, or its client, whose rows row-level security then hides.
 */
function isDeletion(error: unknown): boolean {
  if (error instanceof EntityNotFoundError) return true;
  if (!(error instanceof QueryFailedError)) return false;
  const { code } = error.driverError as { code?: string };
  return code === '23503' || (code === '42501' && error.message.includes('row-level security'));
}

/** Unwraps the original error from GraphQL's and Apollo's wrappers, also when context creation failed. */
function unwrapError(thrown: unknown): unknown {
  const error = unwrapResolverError(thrown);
  return error instanceof GraphQLError && error.originalError && !(error.originalError instanceof GraphQLError)
    ? error.originalError
    : error;
}

/** Logs an unexpected error. Returns what the caller may know of it. */
export function hideError(
  error: unknown,
  location: object = {},
): GraphQLFormattedError & { extensions: { code: ErrorCode } } {
  const reason = (error as { code?: unknown; driverError?: { code?: unknown } } | null)?.code;
  const isDown =
    unavailable.includes(String(reason)) || (error instanceof Error && connectionErrors.test(error.message));
  log.error({ kind: (error as Error | null)?.constructor.name, reason, stack: stackOf(error) }, 'request failed');
  if (isDown)
    return {
      message: 'The service is not reachable right now. Please try again.',
      ...location,
      extensions: { code: 'UNAVAILABLE', retryAfter: 2 },
    };
  return {
    message: 'An internal error occurred. Please try again.',
    ...location,
    extensions: { code: 'INTERNAL_SERVER_ERROR' },
  };
}

/** The stack without its first line, because the message may quote what a visitor typed. */
function stackOf(error: unknown): string | undefined {
  return error instanceof Error
    ? error.stack
        ?.split('\n')
        .filter((line) => line.trimStart().startsWith('at '))
        .join('\n')
    : undefined;
}

function fieldsOf(errors: readonly ValidationError[], prefix = ''): Record<string, string> {
  return errors.reduce<Record<string, string>>((fields, { property, constraints, children }) => {
    const name = `${prefix}${property}`;
    const [message] = Object.values(constraints ?? {});
    return {
      ...fields,
      ...(message === undefined ? {} : { [name]: message }),
      ...fieldsOf(children ?? [], `${name}.`),
    };
  }, {});
}

// graphql-js reports the path of an invalid variable only in its message: … at "input.steps[0].delayMinutes"; …
function coercedFields(message: string): Record<string, string> | undefined {
  const path =
    /at "(?:[^".]+\.)?([^"]+)"/.exec(message)?.[1] ??
    /Field "([^"]+)" (?:of required type|is not defined)/.exec(message)?.[1] ??
    /Variable "\$([^"]+)"/.exec(message)?.[1];
  return path === undefined ? undefined : { [path]: coercionMessage(message) };
}

function coercionMessage(message: string): string {
  return /; (.*)$/.exec(message)?.[1] ?? message;
}
