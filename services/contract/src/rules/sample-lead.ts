import type { MergeValues } from './fill-merge-fields';

/** The properties of a form field that an example value depends on. */
export interface SampleField {
  id: string;
  type: string;
  label: string;
  placeholder: string;
  options: readonly string[];
}

/** Returns the values of a sample lead, for previewing messages. */
export function sampleLead(fields: readonly SampleField[], businessName: string): MergeValues {
  const answers = Object.fromEntries(fields.map((field) => [field.id, exampleAnswer(field)]));
  return { answers, fullName: 'Jane Smith', businessName };
}

function exampleAnswer({ type, label, placeholder, options }: SampleField): string {
  if (type === 'email') return 'jane@example.com';
  if (type === 'tel') return '(555) 555-0123';
  return (type === 'select' ? options[0] : undefined) ?? (placeholder === label ? `their ${label}` : placeholder);
}
