import { Input, Textarea } from '@chakra-ui/react';
import { MAX_FAQ_ITEMS, MAX_NAME_LENGTH, MAX_PAGE_ITEM_LENGTH, MAX_TESTIMONIALS } from '@dripline/contract/limits';
import { builderMessages } from '../../../messages/campaign-builder';
import { landingTexts } from '../../../messages/landing';
import { FormField } from '../../../ui/form/form-field';
import { Select } from '../../../ui/form/select';
import { ItemList } from '../fields/item-list';
import { useBuilderForm } from '../use-builder-form';
import { BuilderSection } from './builder-section';

const starOptions = [
  { value: '', label: builderMessages.noStars },
  ...[5, 4, 3, 2, 1].map((count) => ({ value: String(count), label: landingTexts.en.stars(count) })),
];

/** What lets visitors trust the offer: testimonials, answers, and how to reach the business. */
export function TrustSection() {
  const { register, formState } = useBuilderForm();
  const { errors } = formState;
  return (
    <BuilderSection title="Trust" hint="Show what customers say, answer what visitors ask, and say how to reach you.">
      <FormField
        label={builderMessages.contactPhone}
        error={errors.contactPhone?.message}
        hint="Visitors can call it from the page."
      >
        <Input {...register('contactPhone')} type="tel" maxLength={50} autoComplete="off" />
      </FormField>
      <FormField
        label={builderMessages.contactAddress}
        error={errors.contactAddress?.message}
        hint="Links to a map of this address."
      >
        <Input {...register('contactAddress')} maxLength={MAX_NAME_LENGTH} autoComplete="off" />
      </FormField>
      <ItemList
        name="testimonials"
        texts={builderMessages.testimonials}
        maxItems={MAX_TESTIMONIALS}
        empty={{ quote: '', name: '', stars: 5 }}
      >
        {(index) => (
          <>
            <FormField label={builderMessages.quote} required error={errors.testimonials?.[index]?.quote?.message}>
              <Textarea
                {...register(`testimonials.${index}.quote`)}
                maxLength={MAX_PAGE_ITEM_LENGTH}
                rows={2}
                autoresize
              />
            </FormField>
            <FormField label={builderMessages.customer} required error={errors.testimonials?.[index]?.name?.message}>
              <Input {...register(`testimonials.${index}.name`)} maxLength={MAX_NAME_LENGTH} autoComplete="off" />
            </FormField>
            <FormField label={builderMessages.stars}>
              <Select
                options={starOptions}
                {...register(`testimonials.${index}.stars`, {
                  setValueAs: (value: string | number | null) => (value ? Number(value) : null),
                })}
              />
            </FormField>
          </>
        )}
      </ItemList>
      <ItemList name="faq" texts={builderMessages.faq} maxItems={MAX_FAQ_ITEMS} empty={{ question: '', answer: '' }}>
        {(index) => (
          <>
            <FormField label={builderMessages.faqQuestion} required error={errors.faq?.[index]?.question?.message}>
              <Input {...register(`faq.${index}.question`)} maxLength={MAX_NAME_LENGTH} autoComplete="off" />
            </FormField>
            <FormField label={builderMessages.faqAnswer} required error={errors.faq?.[index]?.answer?.message}>
              <Textarea {...register(`faq.${index}.answer`)} maxLength={MAX_PAGE_ITEM_LENGTH} rows={2} autoresize />
            </FormField>
          </>
        )}
      </ItemList>
    </BuilderSection>
  );
}
