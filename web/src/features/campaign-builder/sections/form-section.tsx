import { Input, Skeleton, Stack, Textarea } from '@chakra-ui/react';
import { MAX_DISCLOSURE_LENGTH, MAX_NAME_LENGTH } from '@dripline/contract/limits';
import { Suspense } from 'react';
import { useWatch } from 'react-hook-form';
import { FormField } from '../../../ui/form/form-field';
import { builderMessages } from '../../../messages/campaign-builder';
import { lazyPart } from '../lazy-part';
import { BuilderSection } from './builder-section';
import { DisclosureField } from './disclosure-field';
import { useBuilderForm } from '../use-builder-form';

// It contains drag and drop.
const FormFields = lazyPart('the form fields', async () => (await import('../fields/form-fields')).FormFields);

/** The form fields, the submit button's text and the consent text. */
export function FormSection() {
  const { register, formState } = useBuilderForm();
  return (
    <BuilderSection title="Form" hint="Ask only for what you need. Shorter forms get more submissions.">
      <FormField label={builderMessages.formTitle} error={formState.errors.formTitle?.message}>
        <Input {...register('formTitle')} maxLength={MAX_NAME_LENGTH} autoComplete="off" />
      </FormField>
      <Suspense fallback={<FormFieldsSkeleton />}>
        <FormFields />
      </Suspense>
      <FormField label={builderMessages.submitButtonText} error={formState.errors.submitButtonText?.message}>
        <Input {...register('submitButtonText')} maxLength={MAX_NAME_LENGTH} autoComplete="off" />
      </FormField>
      <DisclosureField />
      <FormField
        label={builderMessages.adConsentText}
        error={formState.errors.adConsentText?.message}
        hint={builderMessages.adConsentHint}
      >
        <Textarea {...register('adConsentText')} maxLength={MAX_DISCLOSURE_LENGTH} rows={2} autoresize />
      </FormField>
    </BuilderSection>
  );
}

/** As high as the list of form fields. */
function FormFieldsSkeleton() {
  const { control } = useBuilderForm();
  const fields = useWatch({ control, name: 'formFields' });
  return (
    <Stack gap="4" role="status" aria-label="Loading">
      <Stack gap="2">
        {fields.map(({ id }) => (
          <Skeleton key={id} height={{ base: '54px', md: '50px' }} />
        ))}
      </Stack>
      <Skeleton height="10" />
    </Stack>
  );
}
