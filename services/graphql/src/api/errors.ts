import type { ErrorCode } from '@dripline/contract/error-codes';
import { isErrorCode } from '@dripline/contract/error-codes';
import type { ValidationError } from 'class-validator';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { unwrapResolverError } from '@apollo/server/errors';
import { QueryFailedError } from 'typeorm';
import { ArgumentValidationError } from 'type-graphql';
import { log } from '../telemetry/log';

export interface FailureDetails {
  /** Why each named input field was refused. */
  fields?: Record<string, string>;
  /** Seconds until it is worth trying again. */
  retryAfter?: number;
}

/** A refusal with a code of the closed list; throw it. */
export function fail(code: ErrorCode, message: string, details: FailureDetails = {}): GraphQLError {
  return new GraphQLError(message, { extensions: { code, ...details } });
}

/** A refusal of one input field. */
export function badField(field: string, why: string): GraphQLError {
  return fail('BAD_USER_INPUT', why, { fields: { [field]: why } });
}

/** Postgres constraints whose violation is the caller's conflict, not our fault. */
const conflicts: Record<string, { field: string; message: string }> = {
  users_username_key: { field: 'username', message: 'This username is taken' },
  clients_username_key: { field: 'username', message: 'This username is taken' },
  clients_handle_key: { field: 'businessName', message: 'This business name was just taken; please try again' },
  campaigns_client_slug_key: { field: 'slug', message: 'This URL slug is taken' },
};

// The last three: too many waited for one row, or for too long.
const unavailable = ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', '57P01', '57P03', '53300', '55P03', '57014', '40P01'];
/** The driver gives no code to a connection that ended, nor to what took too long: a place in the pool, a new connection (two timers, two sentences). */
const lostOrLate =
  /^Connection terminated|is not queryable$|timeout exceeded when trying to connect|terminated due to connection timeout|^timeout expired$/;

/** Turns whatever was thrown into an answer with a code of the closed list; anything unforeseen is logged and hidden. */
export function formatError(formatted: GraphQLFormattedError, thrown: unknown): GraphQLFormattedError {
  const error = originOf(thrown);
  const at = { locations: formatted.locations, path: formatted.path };
  if (error instanceof ArgumentValidationError) {
    const fields = fieldsOf(error.extensions.validationErrors ?? []);
    return {
      message: Object.values(fields)[0] ?? 'Invalid input',
      ...at,
      extensions: { code: 'BAD_USER_INPUT', fields },
    };
  }
  if (error instanceof QueryFailedError) {
    const conflict = conflicts[(error.driverError as { constraint?: string }).constraint ?? ''];
    if (conflict) {
      const fields = { [conflict.field]: conflict.message };
      return { message: conflict.message, ...at, extensions: { code: 'CONFLICT', fields } };
    }
  }
  const code = formatted.extensions?.['code'];
  if (code === 'GRAPHQL_PARSE_FAILED' || code === 'GRAPHQL_VALIDATION_FAILED' || code === 'BAD_REQUEST') {
    return { message: formatted.message, ...at, extensions: { code: 'BAD_USER_INPUT' } };
  }
  if (code === 'BAD_USER_INPUT' && formatted.extensions?.['fields'] === undefined) {
    return {
      message: coercionMessage(formatted.message),
      ...at,
      extensions: { code, fields: coercedFields(formatted.message) },
    };
  }
  if (isErrorCode(code) && code !== 'INTERNAL_SERVER_ERROR') {
    const { fields, retryAfter } = formatted.extensions as FailureDetails;
    return { message: formatted.message, ...at, extensions: { code, fields, retryAfter } };
  }
  return hidden(error, at);
}

/** What was thrown, without what GraphQL and Apollo put around it: around a resolver's error, and around that of a session's look-up, which belongs to no field. */
function originOf(thrown: unknown): unknown {
  const error = unwrapResolverError(thrown);
  return error instanceof GraphQLError && error.originalError && !(error.originalError instanceof GraphQLError)
    ? error.originalError
    : error;
}

function hidden(error: unknown, at: object): GraphQLFormattedError {
  const reason = (error as { code?: unknown; driverError?: { code?: unknown } } | null)?.code;
  const isDown = unavailable.includes(String(reason)) || (error instanceof Error && lostOrLate.test(error.message));
  log.error({ kind: (error as Error | null)?.constructor.name, reason, stack: stackOf(error) }, 'request failed');
  if (isDown)
    return {
      message: 'The service is not reachable right now. Please try again.',
      ...at,
      extensions: { code: 'UNAVAILABLE', retryAfter: 2 },
    };
  return { message: 'Something went wrong on our side', ...at, extensions: { code: 'INTERNAL_SERVER_ERROR' } };
}

/** The stack without its first line: a message may quote what a visitor typed. */
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
    const [why] = Object.values(constraints ?? {});
    return { ...fields, ...(why === undefined ? {} : { [name]: why }), ...fieldsOf(children ?? [], `${name}.`) };
  }, {});
}

// graphql-js says where a variable went wrong only in its message: … at "input.steps[0].delayMinutes"; …
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
