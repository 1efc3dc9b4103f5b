import { LandingControl } from './landing-control';
import type { LandingField } from './landing-view';

interface Props {
  field: LandingField;
  value?: string;
  error?: string;
  isFirstWrong: boolean;
}

/** A form field with its label, required marker, control and error. */
export function LandingFieldRow({ field, value, error, isFirstWrong }: Props) {
  const id = `field-${field.id}`;
  const errorId = `${id}-error`;
  return (
    <div className="field">
      <label htmlFor={id} dir="auto">
        {field.label}
        {field.required && (
          <span className="required" aria-hidden="true">
            {/* Stays on the line of the last word. */}
            {'\u00a0*'}
          </span>
        )}
      </label>
      <LandingControl
        field={field}
        id={id}
        value={value}
        describedBy={error ? errorId : undefined}
        isFirstInvalid={isFirstWrong}
      />
      <p className="error" id={errorId} dir="auto" hidden={!error}>
        {error}
      </p>
    </div>
  );
}
