import pino from 'pino';

/** The service's JSON log. Never hand it a body, a cookie, a password, a phone number or an email. */
export const log = pino({
  name: 'graphql',
  redact: ['password', '*.password', 'authorization', '*.authorization', 'cookie', '*.cookie', 'phone', '*.phone', 'email', '*.email'],
});
