import type { MergeValues } from './fill-merge-fields';
import type { Language } from './languages';

/** The properties of a form field that an example value depends on. */
export interface SampleField {
  id: string;
  type: string;
  label: string;
  placeholder: string;
  options: readonly string[];
}

/** What a made-up lead answers. */
export interface SampleAnswers extends MergeValues {
  /** The language of its campaign. */
  language: Language;
}

/** Returns a sample lead of a campaign, for previewing messages. */
export function sampleLead(
  fields: readonly SampleField[],
  businessName: string,
  language: Language = 'en',
): SampleAnswers {
  const answers = Object.fromEntries(fields.map((field) => [field.id, exampleAnswer(field)]));
  return { answers, fullName: 'Jane Smith', businessName, language };
}

function exampleAnswer({ type, label, placeholder, options }: SampleField): string {
  if (type === 'email') return 'jane@example.com';
  if (type === 'tel') return '(555) 555-0123';
  return (type === 'select' ? options[0] : undefined) ?? (placeholder === label ? `their ${label}` : placeholder);
}
