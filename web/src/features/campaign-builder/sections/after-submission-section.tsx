import { Input, RadioGroup, Stack, Textarea } from '@chakra-ui/react';
import { MAX_TEXT_LENGTH, MAX_URL_LENGTH } from '@dripline/contract/limits';
import { Controller, useWatch } from 'react-hook-form';
import { FormField } from '../../../ui/form/form-field';
import { builderMessages } from '../../../messages/campaign-builder';
import { BuilderSection } from './builder-section';
import { useBuilderForm } from '../use-builder-form';

const submissionOptions = [
  { value: 'message', label: 'Show a thank-you message' },
  { value: 'redirect', label: 'Send visitors to another page' },
];

/** Chooses what visitors see after they submit the form. */
export function AfterSubmissionSection() {
  const { control, register, formState } = useBuilderForm();
  const type = useWatch({ control, name: 'postSubmissionType' });
  return (
    <BuilderSection title={builderMessages.afterSubmission}>
      <Controller
        control={control}
        name="postSubmissionType"
        render={({ field }) => (
          <RadioGroup.Root
            value={field.value}
            onValueChange={({ value }) => field.onChange(value)}
            aria-label={builderMessages.afterSubmission}
          >
            <Stack gap="2">
              {submissionOptions.map(({ value, label }) => (
                <RadioGroup.Item key={value} value={value} minHeight={{ base: '11', md: '8' }}>
                  <RadioGroup.ItemHiddenInput />
                  <RadioGroup.ItemIndicator />
                  <RadioGroup.ItemText>{label}</RadioGroup.ItemText>
                </RadioGroup.Item>
              ))}
            </Stack>
          </RadioGroup.Root>
        )}
      />
      {type === 'redirect' ? (
        <FormField
          label={builderMessages.redirectUrl}
          required
          error={formState.errors.redirectUrl?.message}
          hint="Must start with https://."
        >
          <Input
            {...register('redirectUrl')}
            type="url"
            placeholder="https://"
            maxLength={MAX_URL_LENGTH}
            autoComplete="off"
          />
        </FormField>
      ) : (
        <FormField label={builderMessages.thankYouMessage} error={formState.errors.thankYouMessage?.message}>
          <Textarea {...register('thankYouMessage')} maxLength={MAX_TEXT_LENGTH} rows={3} autoresize />
        </FormField>
      )}
    </BuilderSection>
  );
}
