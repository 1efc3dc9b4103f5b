/** The values of merge fields. */
export interface MergeValues {
  /** The submitted values by form field id. */
  answers: Record<string, string>;
  fullName: string | null;
  businessName: string;
}

/** Replaces the merge fields of a text. Unknown and empty fields become the empty string. */
export function fillMergeFields(text: string, { answers, fullName, businessName }: MergeValues): string {
  const values: Record<string, string> = {
    ...answers,
    fullName: fullName ?? '',
    firstName: fullName?.trim().split(/\s+/)[0] ?? '',
    businessName,
  };
  return text.replace(/\{\{\s*([\w-]+)\s*\}\}/g, (_, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : '',
  );
}
