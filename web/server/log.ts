import { pino } from 'pino';

/** One JSON line per event; never what a visitor typed. */
export const log = pino({ base: { service: 'web' }, timestamp: pino.stdTimeFunctions.isoTime });
