import {
  MAX_DISCLOSURE_LENGTH,
  MAX_NAME_LENGTH,
  MAX_PAGE_ITEM_LENGTH,
  MAX_SLUG_LENGTH,
  MAX_TEXT_LENGTH,
} from '@dripline/contract/limits';
import { CONTACT_PHONE } from '@dripline/contract/rules/contact-links';
import { validationMessages } from '@dripline/contract/validation-messages';
import * as z from 'zod/mini';
import { optionalText, requiredText } from '../../ui/form/rules';
import type { CampaignDraft } from './campaign-draft';
import { validateRedirectUrl } from './url-rules';

const textUpTo = (length: number) => optionalText(length, validationMessages.maxLength(length));

const itemText = (length: number) =>
  requiredText(validationMessages.pageItemMissing, length, validationMessages.maxLength(length));

/** The fields of a campaign. The editor of a form field checks the form fields. */
export const campaignSchema = z
  .looseObject({
    name: requiredText(validationMessages.campaignNameMissing, MAX_NAME_LENGTH, validationMessages.campaignNameLength),
    slug: textUpTo(MAX_SLUG_LENGTH),
    brandColor: z.string().check(z.regex(/^(#[0-9a-f]{6})?$/i, validationMessages.brandColor)),
    headline: textUpTo(MAX_TEXT_LENGTH),
    subheadline: textUpTo(MAX_TEXT_LENGTH),
    formTitle: textUpTo(MAX_NAME_LENGTH),
    submitButtonText: textUpTo(MAX_NAME_LENGTH),
    disclosure: textUpTo(MAX_DISCLOSURE_LENGTH),
    adConsentText: textUpTo(MAX_DISCLOSURE_LENGTH),
    thankYouMessage: textUpTo(MAX_TEXT_LENGTH),
    contactPhone: textUpTo(50).check(z.regex(CONTACT_PHONE, validationMessages.answerPhone)),
    contactAddress: textUpTo(MAX_NAME_LENGTH),
    testimonials: z.array(z.looseObject({ quote: itemText(MAX_PAGE_ITEM_LENGTH), name: itemText(MAX_NAME_LENGTH) })),
    faq: z.array(z.looseObject({ question: itemText(MAX_NAME_LENGTH), answer: itemText(MAX_PAGE_ITEM_LENGTH) })),
  })
  .check(({ value, issues }) => {
    const { postSubmissionType, redirectUrl } = value as unknown as CampaignDraft;
    const message = postSubmissionType === 'redirect' ? validateRedirectUrl(redirectUrl) : undefined;
    if (message) issues.push({ code: 'custom', input: redirectUrl, path: ['redirectUrl'], message });
  }) as unknown as z.ZodMiniType<CampaignDraft, CampaignDraft>;
