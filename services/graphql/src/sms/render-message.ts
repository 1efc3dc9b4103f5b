import type { Lead } from '../leads/lead.entity';

/** The text with its merge fields filled in. An unknown or empty one renders as nothing. */
export function renderMessage(message: string, { formData, fullName }: Pick<Lead, 'formData' | 'fullName'>, businessName: string): string {
  const known: Record<string, string> = {
    ...formData,
    fullName: fullName ?? '',
    firstName: fullName?.trim().split(/\s+/)[0] ?? '',
    businessName,
  };
  return message.replace(/\{\{\s*([\w-]+)\s*\}\}/g, (_, name: string) => (Object.hasOwn(known, name) ? (known[name] ?? '') : ''));
}
