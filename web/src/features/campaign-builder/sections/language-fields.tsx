import { isDefaultText, type Language, LANGUAGES, languageTexts } from '@dripline/contract/rules/languages';
import { useController } from 'react-hook-form';
import { builderMessages } from '../../../messages/campaign-builder';
import { CampaignNamesDocument } from '../../../shared/graphql/generated';
import { useWholeList } from '../../../shared/use-whole-list';
import { FormField } from '../../../ui/form/form-field';
import { Select } from '../../../ui/form/select';
import { isTemplateThankYou, thankYouMessages } from '../campaign-template';
import { useBuilderForm } from '../use-builder-form';

const languages = LANGUAGES.map((value) => ({ value, label: languageTexts[value].name }));

interface LanguageFieldsProps {
  clientId: string;
  /** The campaign under edit. A new one has none. */
  campaignId: string | undefined;
}

/** The campaign's language, and the campaign that it is a translation of. */
export function LanguageFields({ clientId, campaignId }: LanguageFieldsProps) {
  const { control, register, getValues, setValue, formState } = useBuilderForm();
  const { field } = useController({ control, name: 'language' });
  const { items = [], isComplete } = useWholeList(
    CampaignNamesDocument,
    { clientId },
    ({ client }) => client.campaigns,
  );
  const others = items.filter(({ id }) => id !== campaignId);
  const changeLanguage = (language: Language) => {
    field.onChange(language);
    const { disclosure, submit } = languageTexts[language];
    if (isDefaultText('disclosure', getValues('disclosure'))) setValue('disclosure', disclosure, { shouldDirty: true });
    if (isDefaultText('submit', getValues('submitButtonText')))
      setValue('submitButtonText', submit, { shouldDirty: true });
    if (isTemplateThankYou(getValues('thankYouMessage')))
      setValue('thankYouMessage', thankYouMessages[language], { shouldDirty: true });
  };
  return (
    <>
      <FormField
        label={builderMessages.language}
        hint="The language of errors, the default consent text and how to opt out."
      >
        <Select
          {...field}
          options={languages}
          onChange={({ currentTarget }) => changeLanguage(currentTarget.value as Language)}
        />
      </FormField>
      {others.length > 0 && (
        <FormField
          label={builderMessages.translationOf}
          error={formState.errors.translationOfId?.message}
          hint="The pages link to each other."
        >
          <Select
            // The options arrive later than the value.
            key={String(isComplete)}
            {...register('translationOfId')}
            options={[
              { value: '', label: builderMessages.noTranslation },
              ...others.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </FormField>
      )}
    </>
  );
}
