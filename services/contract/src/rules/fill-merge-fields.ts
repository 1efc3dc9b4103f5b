/** What a text's merge fields may stand for: a form's answers, the lead's name, the business. */
export interface MergeValues {
  /** The answers, by field id. */
  answers: Record<string, string>;
  fullName: string | null;
  businessName: string;
}

/** The text with its merge fields filled in. An unknown or empty one renders as nothing. */
export function fillMergeFields(text: string, { answers, fullName, businessName }: MergeValues): string {
  const known: Record<string, string> = {
    ...answers,
    fullName: fullName ?? '',
    firstName: fullName?.trim().split(/\s+/)[0] ?? '',
    businessName,
  };
  return text.replace(/\{\{\s*([\w-]+)\s*\}\}/g, (_, name: string) =>
    Object.hasOwn(known, name) ? (known[name] ?? '') : '',
  );
}
