import pino from 'pino';

const EMAIL = /[\w.+-]+@[\w-]+\.[\w.-]+/g;
const PHONE = /\+?\d[\d\s().-]{6,}\d(?=\D|$)/g;

/** Hides emails and phone numbers in a text that is about to be logged. */
export function mask(text: string): string {
  return text.replace(EMAIL, '•••@•••').replace(PHONE, (found) => `•••${found.replace(/\D/g, '').slice(-2)}`);
}

/** The service's JSON log. Never hand it a body, a cookie, a password, a phone number or an email. */
export const log = pino({
  name: 'graphql',
  redact: ['password', '*.password', 'authorization', '*.authorization', 'cookie', '*.cookie', 'phone', '*.phone', 'email', '*.email'],
});
