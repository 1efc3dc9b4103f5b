import { type DestinationStream, type LoggerOptions, pino, stdTimeFunctions } from 'pino';
import { requestIdFields } from './http/request-ids';
import { traceIdFields } from './tracing';

const sensitiveKeys = ['password', 'authorization', 'cookie', 'phone', 'email'];

/** The log levels, from least to most verbose. */
export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug'] as const;

/**
 * Creates a service's JSON logger, which adds the request and trace id. Never log bodies, cookies, tokens, passwords,
 * phone numbers or email addresses.
 */
export const createLog = (service: string, destination?: DestinationStream) =>
  pino(loggerOptions(service), destination ?? pino.destination());

const loggerOptions = (service: string): LoggerOptions => ({
  base: { service },
  timestamp: stdTimeFunctions.isoTime,
  mixin: () => ({ ...requestIdFields(), ...traceIdFields() }),
  redact: sensitiveKeys.flatMap((name) => [name, `*.${name}`]),
});
