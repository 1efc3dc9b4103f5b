import { MAX_FORM_VALUE_LENGTH } from '@dripline/contract/limits';
import { autocomplete } from './autocomplete';
import type { LandingField } from './landing-view';

interface Props {
  field: LandingField;
  id: string;
  value?: string;
  describedBy?: string;
  /** Puts the cursor here when the page opens: the first wrong answer, where there is no script to do it. */
  isFirstWrong: boolean;
}

/** The input, text area or list of one question. */
export function LandingControl({ field, id, value = '', describedBy, isFirstWrong }: Props) {
  const common = {
    id,
    name: field.id,
    defaultValue: value,
    required: field.required,
    autoComplete: autocomplete(field),
    autoFocus: isFirstWrong || undefined,
    'aria-invalid': describedBy ? (true as const) : undefined,
    'aria-describedby': describedBy,
    className: 'control',
  };
  if (field.type === 'select') {
    return (
      <select {...common}>
        <option value="">{field.placeholder}</option>
        {field.options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    );
  }
  const typed = { ...common, placeholder: field.placeholder, maxLength: MAX_FORM_VALUE_LENGTH };
  return field.type === 'textarea' ? <textarea {...typed} rows={4} /> : <input {...typed} type={field.type} />;
}
