import { type DestinationStream, type LoggerOptions, pino, stdTimeFunctions } from 'pino';
import { requestIds } from './request-ids';
import { traceIds } from './tracing';

const personal = ['password', 'authorization', 'cookie', 'phone', 'email'];

/** How much a service logs. */
export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug'] as const;

/** A service's JSON log, each line with the request it belongs to. Never hand it a body, a cookie, a token, a password, a phone number or an email. */
export const createLog = (service: string, to?: DestinationStream) =>
  pino(settingsOf(service), to ?? pino.destination());

const settingsOf = (service: string): LoggerOptions => ({
  base: { service },
  timestamp: stdTimeFunctions.isoTime,
  mixin: () => ({ ...requestIds(), ...traceIds() }),
  redact: personal.flatMap((name) => [name, `*.${name}`]),
});
