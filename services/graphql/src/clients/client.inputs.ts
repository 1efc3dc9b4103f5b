import { DOMAIN } from '@dripline/contract/rules/domain-name';
import { validationMessages } from '@dripline/contract/validation-messages';
import {
  MAX_BULK_IDS,
  MAX_MONTHLY_LIMIT,
  MAX_NAME_LENGTH,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
} from '@dripline/contract/limits';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsEmail,
  IsOptional,
  IsTimeZone,
  Length,
  Matches,
  Max,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { ArgsType, Field, ID, InputType, Int } from 'type-graphql';
import { ClientStatus } from './client.entity';
import { Brand } from './brand.types';
import { QuietHours } from './quiet-hours.types';

const PASSWORD_RULE = { message: validationMessages.passwordLength };

@InputType({ description: 'The fields of a new client. Blank strings count as missing.' })
export class CreateClientInput {
  @Field(() => String, { description: 'The business name.' })
  @Matches(/\S/, { message: validationMessages.businessNameMissing })
  @Length(1, MAX_NAME_LENGTH, { message: validationMessages.businessNameLength })
  businessName!: string;

  @Field(() => String, { description: 'The email address that the agency uses to contact the business.' })
  @IsEmail({}, { message: validationMessages.contactEmail })
  contactEmail!: string;

  @Field(() => String, { description: 'The phone number that receives lead notifications.' })
  @Matches(/\S/, { message: validationMessages.notificationPhoneMissing })
  @Length(1, 50, { message: validationMessages.notificationPhoneLength })
  notificationPhone!: string;

  @Field(() => String, { nullable: true, description: 'The username. Required when `authEnabled` is true.' })
  @IsOptional()
  @Length(0, MAX_NAME_LENGTH, { message: validationMessages.usernameLength })
  username?: string | null;

  @Field(() => String, { nullable: true, description: 'The password. Required when `authEnabled` is true.' })
  @IsOptional()
  @Matches(new RegExp(`^$|^[\\s\\S]{${MIN_PASSWORD_LENGTH},${MAX_PASSWORD_LENGTH}}$`), PASSWORD_RULE)
  password?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the dashboard requires a sign-in. Defaults to false.',
  })
  authEnabled?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether callers who have only the dashboard link may not change, send, export or delete anything. Defaults to false.',
  })
  linkReadOnly?: boolean | null;
}

@InputType({
  description: 'The fields to update of several clients. Omitted and null fields are unchanged.',
})
export class UpdateClientsInput {
  @Field(() => Int, {
    nullable: true,
    description: 'The number of campaigns that may be created per calendar month, at least 1.',
  })
  @IsOptional()
  @Min(1, { message: validationMessages.monthlyCampaignLimit.min })
  @Max(MAX_MONTHLY_LIMIT, { message: validationMessages.monthlyCampaignLimit.max })
  monthlyCampaignLimit?: number | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'The number of leads per calendar month, at least 0. Raising the limit releases held leads, oldest first.',
  })
  @IsOptional()
  @Min(0, { message: validationMessages.monthlyLeadLimit.min })
  @Max(MAX_MONTHLY_LIMIT, { message: validationMessages.monthlyLeadLimit.max })
  monthlyLeadLimit?: number | null;

  @Field(() => Int, {
    name: 'monthlySMSLimit',
    nullable: true,
    description: 'The number of messages per calendar month, at least 0. Raising the limit releases held messages.',
  })
  @IsOptional()
  @Min(0, { message: validationMessages.monthlySMSLimit.min })
  @Max(MAX_MONTHLY_LIMIT, { message: validationMessages.monthlySMSLimit.max })
  monthlySMSLimit?: number | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'The number of carrier segments per calendar month, at least 0. Raising the limit releases held messages.',
  })
  @IsOptional()
  @Min(0, { message: validationMessages.monthlySegmentLimit.min })
  @Max(MAX_MONTHLY_LIMIT, { message: validationMessages.monthlySegmentLimit.max })
  monthlySegmentLimit?: number | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether sequences send messages to this client’s leads.' })
  smsAutoReplyEnabled?: boolean | null;
}

@InputType({
  description:
    'The fields of a client to update. Omitted and null fields are unchanged, as is the password if it is blank.',
})
export class UpdateClientInput extends UpdateClientsInput {
  @Field(() => String, { nullable: true, description: 'The business name.' })
  @IsOptional()
  @Matches(/\S/, { message: validationMessages.businessNameMissing })
  @Length(1, MAX_NAME_LENGTH, { message: validationMessages.businessNameLength })
  businessName?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The email address that the agency uses to contact the business.',
  })
  @IsOptional()
  @IsEmail({}, { message: validationMessages.contactEmail })
  contactEmail?: string | null;

  @Field(() => String, { nullable: true, description: 'The phone number that receives lead notifications.' })
  @IsOptional()
  @Matches(/\S/, { message: validationMessages.notificationPhoneMissing })
  @Length(1, 50, { message: validationMessages.notificationPhoneLength })
  notificationPhone?: string | null;

  @Field(() => String, { nullable: true, description: 'The client’s username, unique regardless of case.' })
  @IsOptional()
  @Length(0, MAX_NAME_LENGTH, { message: validationMessages.usernameLength })
  username?: string | null;

  @Field(() => String, { nullable: true, description: 'The new password. A blank string keeps the current one.' })
  @IsOptional()
  @Matches(new RegExp(`^$|^[\\s\\S]{${MIN_PASSWORD_LENGTH},${MAX_PASSWORD_LENGTH}}$`), PASSWORD_RULE)
  password?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether the dashboard requires a sign-in.' })
  authEnabled?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether callers who have only the dashboard link may not change, send, export or delete anything.',
  })
  linkReadOnly?: boolean | null;

  @Field(() => ClientStatus, {
    nullable: true,
    description: 'Whether the client can sign in and its landing pages are published.',
  })
  status?: ClientStatus | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether events are posted to the client’s webhooks.' })
  webhooksEnabled?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether campaigns may have variants.' })
  abTestingEnabled?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the client and its visitors see its own brand instead of the product’s name.',
  })
  whiteLabelEnabled?: boolean | null;

  @Field(() => Brand, { nullable: true, description: 'The name and look of the product for this client.' })
  @IsOptional()
  @ValidateNested()
  brand?: Brand | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The client’s own domain, such as `offers.example.com`. It must lead to this installation. Null leaves it unchanged, and a blank string removes it.',
  })
  @ValidateIf(({ domain }: UpdateClientInput) => Boolean(domain?.trim()))
  @Matches(DOMAIN, { message: validationMessages.domain })
  domain?: string | null;

  @Field(() => String, { nullable: true, description: 'The client’s IANA time zone.' })
  @IsOptional()
  @IsTimeZone({ message: 'Time zone must be an IANA name such as America/New_York.' })
  timeZone?: string | null;
  @Field(() => QuietHours, {
    nullable: true,
    description: 'The daily period during which no message is sent. Messages that a change makes due are sent at once.',
  })
  @IsOptional()
  @ValidateNested()
  quietHours?: QuietHours | null;
}

@ArgsType()
export class UpdateClientsArgs {
  @Field(() => [ID], {
    description: `The IDs of 1 to ${MAX_BULK_IDS} clients. If one is not found, nothing is changed.`,
  })
  @ArrayMinSize(1, { message: 'ids must contain at least one ID.' })
  @ArrayMaxSize(MAX_BULK_IDS, { message: `ids must contain at most ${MAX_BULK_IDS} IDs.` })
  ids!: string[];

  @Field(() => [Int], {
    nullable: true,
    description:
      'The `version` of each client that the change is based on, in the order of `ids`. If a client has another one, the change fails with CONFLICT. If omitted, the change is made in any case.',
  })
  @IsOptional()
  @Min(0, { each: true, message: 'expectedVersions must be at least 0.' })
  expectedVersions?: number[] | null;

  @Field(() => UpdateClientsInput, { description: 'The fields to update.' })
  @ValidateNested()
  input!: UpdateClientsInput;
}
