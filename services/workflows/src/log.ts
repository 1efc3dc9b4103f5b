import pino from 'pino';

/** The worker's JSON log. Never hand it a phone number, an email or a token. */
export const log = pino({ name: 'workflows' });
