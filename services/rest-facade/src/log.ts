import pino from 'pino';

/** The facade's JSON log. Never hand it a body, a cookie or a query. */
export const log = pino({ name: 'rest-facade' });
