import { MAX_DELAY_MINUTES, MAX_NAME_LENGTH, MAX_TEXT_LENGTH, SMS_MAX_LENGTH } from '@dripline/contract/limits';
import { validationMessages } from '@dripline/contract/validation-messages';
import * as z from 'zod/mini';
import { optionalText, requiredText, wholeNumber } from '../../ui/form/rules';
import { delayRanges, toMinutes } from './delay';

const unit = (name: keyof typeof delayRanges) => {
  const message = `Enter 0 to ${delayRanges[name]}`;
  return wholeNumber(0, delayRanges[name], { min: message, max: message });
};

const stepSchema = z
  .object({
    days: unit('days'),
    hours: unit('hours'),
    minutes: unit('minutes'),
    message: z
      .string()
      .check(
        z.regex(/\S/, validationMessages.stepMessageMissing),
        z.maxLength(SMS_MAX_LENGTH, validationMessages.stepMessageLength),
      ),
  })
  .check(({ value, issues }) => {
    if (value.days <= delayRanges.days && toMinutes(value) > MAX_DELAY_MINUTES)
      issues.push({ code: 'custom', input: value, path: ['days'], message: validationMessages.delayMax });
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
