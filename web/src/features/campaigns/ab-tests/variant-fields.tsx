import { Box, Button, Checkbox, Fieldset, Heading, HStack, Input, Stack, Text, Textarea } from '@chakra-ui/react';
import { MAX_NAME_LENGTH, MAX_TEXT_LENGTH, MAX_UPLOAD_BYTES } from '@dripline/contract/limits';
import { Trash2, Upload } from 'lucide-react';
import { Controller, useController, useFormContext } from 'react-hook-form';
import { abTestMessages as messages } from '../../../messages/campaigns/ab-tests';
import { builderMessages } from '../../../messages/campaign-builder';
import type { AbTestsQuery } from '../../../shared/graphql/generated';
import { acceptAttribute } from '../../../shared/uploads/upload-rules';
import { UploadProgress } from '../../../shared/uploads/upload-progress';
import { useUploads } from '../../../shared/uploads/use-uploads';
import { IconAction } from '../../../ui/button/icon-action';
import { MediaThumbnail } from '../../../ui/data/media-thumbnail';
import { FileButton, FileInput } from '../../../ui/form/file-upload';
import { FormField } from '../../../ui/form/form-field';
import type { AbTestValues } from './ab-test-dialog';
import { variantName } from './ab-test-results';

type Question = AbTestsQuery['campaign']['formFields'][number];

interface VariantFieldsProps {
  index: number;
  /** All questions of the campaign’s form. */
  questions: readonly Question[];
  /** Removes the variant. The only one cannot be removed. */
  onRemove?: () => void;
}

/** What one variant shows: its texts, image, button and questions. */
export function VariantFields({ index, questions, onRemove }: VariantFieldsProps) {
  const { register, formState } = useFormContext<AbTestValues>();
  const errors = formState.errors.variants?.[index];
  const path = `variants.${index}` as const;
  const name = variantName(index + 1);
  return (
    <Stack as="section" gap="4" aria-label={name} borderTopWidth="1px" paddingTop="5">
      <HStack justify="space-between" minHeight="9">
        <Heading as="h3" size="sm">
          {name}
        </Heading>
        {onRemove && <IconAction label={messages.removeVariant(name)} icon={Trash2} onClick={onRemove} />}
      </HStack>
      {errors?.message && (
        <Text role="alert" textStyle="sm" color="fg.error">
          {errors.message}
        </Text>
      )}
      <FormField label={builderMessages.headline} error={errors?.headline?.message}>
        <Input dir="auto" maxLength={MAX_TEXT_LENGTH} {...register(`${path}.headline`)} />
      </FormField>
      <FormField label={builderMessages.subheadline} error={errors?.subheadline?.message}>
        <Textarea dir="auto" rows={2} maxLength={MAX_TEXT_LENGTH} {...register(`${path}.subheadline`)} />
      </FormField>
      <FormField label={builderMessages.submitButtonText} error={errors?.submitButtonText?.message}>
        <Input dir="auto" maxLength={MAX_NAME_LENGTH} {...register(`${path}.submitButtonText`)} />
      </FormField>
      <VariantImage index={index} name={name} />
      {questions.length > 1 && <VariantQuestions index={index} questions={questions} />}
    </Stack>
  );
}

/** Uploads the image of a variant. */
function VariantImage({ index, name }: { index: number; name: string }) {
  const { field, fieldState } = useController<AbTestValues, `variants.${number}.formImageUrl`>({
    name: `variants.${index}.formImageUrl`,
  });
  const { uploads, failures, start, clearFailures } = useUploads({
    maxBytes: MAX_UPLOAD_BYTES,
    kinds: ['image'],
    onPublished: field.onChange,
  });
  const src = field.value;
  const error = fieldState.error?.message ?? failures[0]?.reason;
  const label = src ? messages.replaceImage(name) : messages.uploadImage(name);
  return (
    <Stack gap="1.5" role="group" aria-label={messages.formImage}>
      <Text textStyle="sm" fontWeight="medium">
        {messages.formImage}
      </Text>
      {uploads.map((upload) => (
        <UploadProgress key={upload.id} upload={upload} />
      ))}
      <HStack gap="3">
        {src && <MediaThumbnail src={src} kind="image" fit="contain" width="24" height="16" />}
        <Box>
          <FileInput
            accept={acceptAttribute({ kinds: ['image'] })}
            disabled={uploads.length > 0}
            onFiles={([file]) => {
              if (!file) return;
              clearFailures();
              start(file);
            }}
          >
            <FileButton
              size="sm"
              variant="outline"
              colorPalette="gray"
              aria-label={label}
              disabled={uploads.length > 0}
            >
              <Upload aria-hidden="true" /> {src ? 'Replace' : 'Upload'}
            </FileButton>
          </FileInput>
        </Box>
        {src && (
          <Button size="sm" variant="ghost" colorPalette="gray" onClick={() => field.onChange('')}>
            {messages.ownImage}
          </Button>
        )}
      </HStack>
      <Text textStyle="xs" color={error ? 'fg.error' : 'fg.muted'} role={error ? 'alert' : undefined}>
        {error ?? messages.formImageHint}
      </Text>
    </Stack>
  );
}

/** Chooses the questions of a variant, in the order of the campaign’s form. */
function VariantQuestions({ index, questions }: { index: number; questions: readonly Question[] }) {
  return (
    <Controller<AbTestValues, `variants.${number}.formFieldIds`>
      name={`variants.${index}.formFieldIds`}
      render={({ field, fieldState }) => (
        <Fieldset.Root invalid={fieldState.invalid}>
          <Fieldset.Legend textStyle="sm">{messages.questions}</Fieldset.Legend>
          <Stack gap="0">
            {questions.map(({ id, label }) => (
              <Checkbox.Root
                key={id}
                minHeight="11"
                checked={field.value.includes(id)}
                onCheckedChange={({ checked }) =>
                  field.onChange(
                    questions
                      .map((question) => question.id)
                      .filter((other) => (other === id ? checked === true : field.value.includes(other))),
                  )
                }
              >
                <Checkbox.HiddenInput />
                <Checkbox.Control />
                <Checkbox.Label overflowWrap="anywhere" dir="auto">
                  {label}
                </Checkbox.Label>
              </Checkbox.Root>
            ))}
          </Stack>
          <Fieldset.ErrorText>{fieldState.error?.message}</Fieldset.ErrorText>
        </Fieldset.Root>
      )}
    />
  );
}
