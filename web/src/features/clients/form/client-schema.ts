import {
  MAX_MESSAGES_PER_SECOND,
  MAX_MONTHLY_LIMIT,
  MAX_NAME_LENGTH,
  MAX_PASSWORD_LENGTH,
  MIN_MESSAGES_PER_SECOND,
  MIN_PASSWORD_LENGTH,
} from '@dripline/contract/limits';
import { DOMAIN } from '@dripline/contract/rules/domain-name';
import { validationMessages } from '@dripline/contract/validation-messages';
import * as z from 'zod/mini';
import { requiredText, wholeNumber } from '../../../ui/form/rules';
import { senderMessages } from '../../../messages/senders';
import type { ClientFormValues } from './client-form-values';
import type { SenderValues } from './sender-values';

/** The fields that every client has. */
const contact = {
  businessName: requiredText(
    validationMessages.businessNameMissing,
    MAX_NAME_LENGTH,
    validationMessages.businessNameLength,
  ),
  contactEmail: z.string().check(z.trim(), z.regex(/^[^\s@]+@[^\s@]+$/, validationMessages.contactEmail)),
  notificationPhone: requiredText(
    validationMessages.notificationPhoneMissing,
    50,
    validationMessages.notificationPhoneLength,
  ),
};

type Check = { path: string; isValid: boolean; message: string };

/** Reports the checks that fail, at their fields. */
const failed = (checks: readonly Check[], input: unknown) =>
  checks
    .filter(({ isValid }) => !isValid)
    .map(({ path, message }) => ({ code: 'custom' as const, input, path: path.split('.'), message }));

interface LoginValues {
  authEnabled: boolean;
  username: string;
  password: string;
}

/** The checks of a login that is enabled. A blank password keeps the stored one, if there is one. */
function loginChecks({ authEnabled, username, password }: LoginValues, hasPassword: boolean): Check[] {
  if (!authEnabled) return [];
  const { length } = password;
  return [
    { path: 'username', isValid: username.trim() !== '', message: validationMessages.usernameMissing },
    {
      path: 'username',
      isValid: username.trim().length <= MAX_NAME_LENGTH,
      message: validationMessages.usernameLength,
    },
    { path: 'password', isValid: length > 0 || hasPassword, message: validationMessages.passwordMissing },
    {
      path: 'password',
      isValid: length === 0 || (length >= MIN_PASSWORD_LENGTH && length <= MAX_PASSWORD_LENGTH),
      message: validationMessages.passwordLength,
    },
  ];
}

/** The fields of a new client. */
export const newClientSchema = z
  .object({
    ...contact,
    authEnabled: z.boolean(),
    linkReadOnly: z.boolean(),
    username: z.string(),
    password: z.string(),
  })
  .check(({ value, issues }) => void issues.push(...failed(loginChecks(value, false), value)));

const isRate = (rate: number) => rate >= MIN_MESSAGES_PER_SECOND && rate <= MAX_MESSAGES_PER_SECOND;
const isRegistrationId = (id: string) => /^([A-Za-z0-9-]{2,64})?$/.test(id.trim());

function senderChecks({ kind, ...sender }: SenderValues): Check[] {
  if (kind === 'shared') return [];
  const address: Check =
    kind === 'service'
      ? {
          path: 'sender.messagingServiceSid',
          isValid: /^MG[0-9a-fA-F]{32}$/.test(sender.messagingServiceSid.trim()),
          message: senderMessages.serviceSidInvalid,
        }
      : {
          path: 'sender.fromNumber',
          isValid: /^\+[1-9]\d{6,14}$/.test(sender.fromNumber.trim()),
          message: senderMessages.fromNumberInvalid,
        };
  const id = (name: 'brandRegistrationId' | 'campaignRegistrationId'): Check => ({
    path: `sender.${name}`,
    isValid: isRegistrationId(sender[name]),
    message: senderMessages.idInvalid,
  });
  const rate: Check = {
    path: 'sender.messagesPerSecond',
    isValid: isRate(sender.messagesPerSecond),
    message: senderMessages.rateInvalid(MIN_MESSAGES_PER_SECOND, MAX_MESSAGES_PER_SECOND),
  };
  return [address, id('brandRegistrationId'), id('campaignRegistrationId'), rate];
}

function quietHoursChecks({ enabled, start, end }: ClientFormValues['quietHours']): Check[] {
  if (!enabled) return [];
  return [
    { path: 'quietHours.start', isValid: start !== '', message: 'Enter a time' },
    { path: 'quietHours.end', isValid: end !== '', message: 'Enter a time' },
    { path: 'quietHours.end', isValid: end !== start || end === '', message: 'Must differ from the start time' },
  ];
}

const brandChecks = ({ brand: { productName, color }, domain }: ClientFormValues): Check[] => [
  {
    path: 'brand.productName',
    isValid: productName.trim().length <= MAX_NAME_LENGTH,
    message: validationMessages.productNameLength,
  },
  { path: 'brand.color', isValid: /^#[0-9a-f]{6}$/i.test(color), message: validationMessages.brandColor },
  { path: 'domain', isValid: domain.trim() === '' || DOMAIN.test(domain.trim()), message: validationMessages.domain },
];

const monthlyLimit = (
  name: 'monthlyCampaignLimit' | 'monthlyLeadLimit' | 'monthlySMSLimit' | 'monthlySegmentLimit',
  min: number,
) => wholeNumber(min, MAX_MONTHLY_LIMIT, validationMessages[name]);

/** The settings of a client. */
export const clientSchema = ({ hasPassword }: { hasPassword: boolean }) =>
  z
    .looseObject({
      ...contact,
      monthlyCampaignLimit: monthlyLimit('monthlyCampaignLimit', 1),
      monthlyLeadLimit: monthlyLimit('monthlyLeadLimit', 0),
      monthlySMSLimit: monthlyLimit('monthlySMSLimit', 0),
      monthlySegmentLimit: monthlyLimit('monthlySegmentLimit', 0),
    })
    .check(({ value, issues }) => {
      const values = value as unknown as ClientFormValues;
      const checks = [
        ...loginChecks(values, hasPassword),
        ...quietHoursChecks(values.quietHours),
        ...senderChecks(values.sender),
        ...(values.whiteLabelEnabled ? brandChecks(values) : []),
      ];
      issues.push(...failed(checks, value));
    }) as unknown as z.ZodMiniType<ClientFormValues, ClientFormValues>;
