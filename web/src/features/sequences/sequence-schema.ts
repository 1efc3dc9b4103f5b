import { MAX_DELAY_MINUTES, MAX_NAME_LENGTH, MAX_TEXT_LENGTH, SMS_MAX_LENGTH } from '@dripline/contract/limits';
import { validationMessages } from '@dripline/contract/validation-messages';
import * as z from 'zod/mini';
import { optionalText, requiredText, wholeNumber } from '../../ui/form/rules';
import { delayRanges, toMinutes } from './delay';

const unit = (name: keyof typeof delayRanges) => {
  const message = `Enter 0 to ${delayRanges[name]}`;
  return wholeNumber(0, delayRanges[name], { min: message, max: message });
};

const message = z
  .string()
  .check(
    z.regex(/\S/, validationMessages.stepMessageMissing),
    z.maxLength(SMS_MAX_LENGTH, validationMessages.stepMessageLength),
  );

const stepSchema = z
  .object({
    key: z.optional(z.string()),
    days: unit('days'),
    hours: unit('hours'),
    minutes: unit('minutes'),
    message,
    variants: z.array(message),
  })
  .check(({ value, issues }) => {
    if (value.days <= delayRanges.days && toMinutes(value) > MAX_DELAY_MINUTES)
      issues.push({ code: 'custom', input: value, path: ['days'], message: validationMessages.delayMax });
    const texts = [value.message, ...value.variants].map((text) => text.trim());
    const repeated = texts.findIndex((text, index) => text !== '' && texts.indexOf(text) < index);
    if (repeated > 0)
      issues.push({
        code: 'custom',
        input: value,
        path: ['variants', repeated - 1],
        message: validationMessages.messageVariants,
      });
  });

/** The fields of a sequence. */
export const sequenceSchema = z.object({
  name: requiredText(validationMessages.sequenceNameMissing, MAX_NAME_LENGTH, validationMessages.sequenceNameLength),
  description: optionalText(MAX_TEXT_LENGTH, validationMessages.sequenceDescription),
  campaignId: z.string().check(z.minLength(1, validationMessages.sequenceCampaign)),
  triggerEvent: z.enum(['lead_created', 'lead_contacted']),
  stopOnReply: z.boolean(),
  steps: z.array(stepSchema),
});
