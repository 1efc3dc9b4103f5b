import { Field } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface FormFieldProps {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
  required?: boolean;
  /** The control's id, for elements that refer to it. */
  id?: string;
  children: ReactNode;
}

/** A labelled control with a hint or a validation error. */
export function FormField({ label, error, hint, required = false, id, children }: FormFieldProps) {
  return (
    <Field.Root invalid={error !== undefined} required={required} {...(id ? { id } : {})}>
      <Field.Label overflowWrap="anywhere">
        {label}
        <Field.RequiredIndicator />
      </Field.Label>
      {children}
      {hint && !error && <Field.HelperText overflowWrap="anywhere">{hint}</Field.HelperText>}
      <Field.ErrorText>{error}</Field.ErrorText>
    </Field.Root>
  );
}
