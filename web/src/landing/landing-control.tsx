import { MAX_FORM_VALUE_LENGTH } from '@dripline/contract/limits';
import { autocomplete } from './autocomplete';
import type { LandingField } from './landing-view';

interface Props {
  field: LandingField;
  id: string;
  value?: string;
  describedBy?: string;
  /** Focuses the first invalid field when the page opens, because without script nothing else does. */
  isFirstInvalid: boolean;
}

/** The input, text area or select of one form field. */
export function LandingControl({ field, id, value = '', describedBy, isFirstInvalid }: Props) {
  const commonProps = {
    id,
    name: field.id,
    defaultValue: value,
    required: field.required,
    autoComplete: autocomplete(field),
    autoFocus: isFirstInvalid || undefined,
    'aria-invalid': describedBy ? (true as const) : undefined,
    'aria-describedby': describedBy,
    className: 'control',
  };
  if (field.type === 'select') {
    return (
      <select {...commonProps}>
        <option value="" dir="auto">
          {field.placeholder}
        </option>
        {field.options.map((option) => (
          <option key={option} dir="auto">
            {option}
          </option>
        ))}
      </select>
    );
  }
  const textProps = { ...commonProps, dir: 'auto', placeholder: field.placeholder, maxLength: MAX_FORM_VALUE_LENGTH };
  return field.type === 'textarea' ? <textarea {...textProps} rows={4} /> : <input {...textProps} type={field.type} />;
}
