const EMAIL = /[\w.+-]+@[\w-]+\.[\w.-]+/g;
const PHONE = /\+?\d[\d\s().-]{6,}\d(?=\D|$)/g;

/** Masks email addresses and phone numbers in a text before it is logged. */
export function maskPersonalData(text: string): string {
  return text.replace(EMAIL, '•••@•••').replace(PHONE, (match) => `•••${match.replace(/\D/g, '').slice(-2)}`);
}
