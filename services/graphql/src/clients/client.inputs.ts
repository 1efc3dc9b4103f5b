import {
  MAX_MONTHLY_LIMIT,
  MAX_NAME_LENGTH,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
} from '@dripline/contract/limits';
import { IsEmail, IsOptional, IsTimeZone, Length, Matches, Max, Min, ValidateNested } from 'class-validator';
import { Field, InputType, Int } from 'type-graphql';
import { ClientStatus } from './client.entity';
import { QuietHours } from './quiet-hours.types';

const PASSWORD_RULE = { message: `Use ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters` };
const filled = (what: string) => ({ message: `${what} is required, with at most ${MAX_NAME_LENGTH} characters` });

@InputType({ description: 'What a new client needs. Blank texts count as missing.' })
export class CreateClientInput {
  @Field(() => String, { description: 'The name of the business.' })
  @Matches(/\S/, { message: 'Business name is required' })
  @Length(1, MAX_NAME_LENGTH, filled('Business name'))
  businessName!: string;

  @Field(() => String, { description: 'An email address.' })
  @IsEmail({}, { message: 'Contact email must be an email address' })
  contactEmail!: string;

  @Field(() => String, { description: 'The number that hears of new leads.' })
  @Matches(/\S/, { message: 'Notification phone is required' })
  @Length(1, 50, { message: 'Notification phone is required, with at most 50 characters' })
  notificationPhone!: string;

  @Field(() => String, { nullable: true, description: 'Needed where authEnabled is true.' })
  @IsOptional()
  @Length(0, MAX_NAME_LENGTH, { message: `Username may have at most ${MAX_NAME_LENGTH} characters` })
  username?: string | null;

  @Field(() => String, { nullable: true, description: 'Needed where authEnabled is true.' })
  @IsOptional()
  @Matches(new RegExp(`^$|^[\\s\\S]{${MIN_PASSWORD_LENGTH},${MAX_PASSWORD_LENGTH}}$`), PASSWORD_RULE)
  password?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the dashboard asks for a sign-in; false where left out.',
  })
  authEnabled?: boolean | null;
}

@InputType({
  description: 'What to change of a client. What is left out or null stays; a blank password keeps the current one.',
})
export class UpdateClientInput {
  @Field(() => String, { nullable: true, description: 'The name of the business.' })
  @IsOptional()
  @Matches(/\S/, { message: 'Business name is required' })
  @Length(1, MAX_NAME_LENGTH, filled('Business name'))
  businessName?: string | null;

  @Field(() => String, { nullable: true, description: 'An email address.' })
  @IsOptional()
  @IsEmail({}, { message: 'Contact email must be an email address' })
  contactEmail?: string | null;

  @Field(() => String, { nullable: true, description: 'The number that hears of new leads.' })
  @IsOptional()
  @Matches(/\S/, { message: 'Notification phone is required' })
  @Length(1, 50, { message: 'Notification phone is required, with at most 50 characters' })
  notificationPhone?: string | null;

  @Field(() => String, { nullable: true, description: 'The name the client signs in with.' })
  @IsOptional()
  @Length(0, MAX_NAME_LENGTH, { message: `Username may have at most ${MAX_NAME_LENGTH} characters` })
  username?: string | null;

  @Field(() => String, { nullable: true, description: 'A new password; blank keeps the current one.' })
  @IsOptional()
  @Matches(new RegExp(`^$|^[\\s\\S]{${MIN_PASSWORD_LENGTH},${MAX_PASSWORD_LENGTH}}$`), PASSWORD_RULE)
  password?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether the dashboard asks for a sign-in.' })
  authEnabled?: boolean | null;

  @Field(() => ClientStatus, { nullable: true, description: 'Whether the client may sign in and its pages are shown.' })
  status?: ClientStatus | null;

  @Field(() => Int, { nullable: true, description: 'At least 1.' })
  @IsOptional()
  @Min(1, { message: 'Campaign limit must be at least 1' })
  @Max(MAX_MONTHLY_LIMIT, { message: 'Campaign limit is too large' })
  monthlyCampaignLimit?: number | null;

  @Field(() => Int, { nullable: true, description: 'At least 0. Raising it releases held leads, oldest first.' })
  @IsOptional()
  @Min(0, { message: 'Lead limit must be at least 0' })
  @Max(MAX_MONTHLY_LIMIT, { message: 'Lead limit is too large' })
  monthlyLeadLimit?: number | null;

  @Field(() => Int, {
    name: 'monthlySMSLimit',
    nullable: true,
    description: 'At least 0. Raising it lets waiting texts go.',
  })
  @IsOptional()
  @Min(0, { message: 'SMS limit must be at least 0' })
  @Max(MAX_MONTHLY_LIMIT, { message: 'SMS limit is too large' })
  monthlySMSLimit?: number | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether sequences text this client’s leads.' })
  smsAutoReplyEnabled?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether lead events are posted to the client’s URL.' })
  webhooksEnabled?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether campaigns may have variants.' })
  abTestingEnabled?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether landing pages leave the product’s name out.' })
  whiteLabelEnabled?: boolean | null;

  @Field(() => String, { nullable: true, description: 'An IANA time zone.' })
  @IsOptional()
  @IsTimeZone({ message: 'Time zone must be an IANA name such as America/New_York' })
  timeZone?: string | null;
  @Field(() => QuietHours, { nullable: true, description: 'When no text goes; changing them lets go what may go now.' })
  @IsOptional()
  @ValidateNested()
  quietHours?: QuietHours | null;
}
