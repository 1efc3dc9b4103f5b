import { Textarea } from '@chakra-ui/react';
import { asksForPhone } from '@dripline/contract/rules/disclosure';
import { MAX_DISCLOSURE_LENGTH } from '@dripline/contract/limits';
import { useWatch } from 'react-hook-form';
import { FormField } from '../../../ui/form/form-field';
import { useBuilderForm } from '../use-builder-form';

/** What a visitor who leaves a phone number agrees to. */
export function DisclosureField() {
  const { control, register, formState } = useBuilderForm();
  const isShown = asksForPhone(useWatch({ control, name: 'formFields' }));
  return (
    <FormField
      label="Consent Line"
      error={formState.errors.disclosure?.message}
      hint={
        isShown
          ? 'Shown under the button, with {{businessName}} filled in. Each lead keeps the wording it agreed to. Blank brings the default back.'
          : 'Shown once the form asks for a phone number; without one no lead is texted.'
      }
    >
      <Textarea {...register('disclosure')} maxLength={MAX_DISCLOSURE_LENGTH} rows={5} autoresize />
    </FormField>
  );
}
