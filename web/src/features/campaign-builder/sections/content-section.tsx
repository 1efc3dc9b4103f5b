import { Input, Textarea } from '@chakra-ui/react';
import { MAX_TEXT_LENGTH } from '@dripline/contract/limits';
import { FormField } from '../../../ui/form/form-field';
import { builderMessages } from '../../../messages/campaign-builder';
import { BuilderSection } from './builder-section';
import { useBuilderForm } from '../use-builder-form';

/** The landing page's headline and subheadline. */
export function ContentSection() {
  const { register, formState } = useBuilderForm();
  return (
    <BuilderSection title="Content" hint="The headline and text that visitors see first.">
      <FormField label={builderMessages.headline} error={formState.errors.headline?.message}>
        <Input {...register('headline')} maxLength={MAX_TEXT_LENGTH} autoComplete="off" />
      </FormField>
      <FormField
        label={builderMessages.subheadline}
        error={formState.errors.subheadline?.message}
        hint="Lines that start with “- ” become a list of benefits."
      >
        <Textarea {...register('subheadline')} maxLength={MAX_TEXT_LENGTH} rows={3} autoresize />
      </FormField>
    </BuilderSection>
  );
}
