import { Textarea } from '@chakra-ui/react';
import { asksForPhone } from '@dripline/contract/rules/disclosure';
import { MAX_DISCLOSURE_LENGTH } from '@dripline/contract/limits';
import { useWatch } from 'react-hook-form';
import { FormField } from '../../../ui/form/form-field';
import { useBuilderForm } from '../use-builder-form';

/** The consent text that a visitor agrees to when leaving a phone number. */
export function DisclosureField() {
  const { control, register, formState } = useBuilderForm();
  const isShown = asksForPhone(useWatch({ control, name: 'formFields' }));
  return (
    <FormField
      label="Consent text"
      error={formState.errors.disclosure?.message}
      hint={
        isShown
          ? 'Shown below the button, with {{businessName}} filled in. Each lead keeps the text it agreed to. Leave blank to use the default.'
          : 'Shown when the form asks for a phone number. Leads without a phone number receive no text messages.'
      }
    >
      <Textarea {...register('disclosure')} maxLength={MAX_DISCLOSURE_LENGTH} rows={5} autoresize />
    </FormField>
  );
}
