import { Input } from '@chakra-ui/react';
import { MAX_URL_LENGTH } from '@dripline/contract/limits';
import { FormField } from '../../ui/form-field';
import { mediaUrlProblem } from './url-rules';
import { useBuilderForm } from './use-builder-form';

interface Props {
  name: 'logoImageUrl' | 'backgroundImageUrl' | 'formImageUrl' | 'formVideoUrl';
  label: string;
  hint?: string;
}

/** One image or video of the page, for now by its address. */
export function MediaField({ name, label, hint }: Props) {
  const { register, formState } = useBuilderForm();
  return (
    <FormField label={label} error={formState.errors[name]?.message} hint={hint}>
      <Input
        {...register(name, { validate: mediaUrlProblem })}
        type="url"
        inputMode="url"
        placeholder="https://"
        maxLength={MAX_URL_LENGTH}
        autoComplete="off"
      />
    </FormField>
  );
}
