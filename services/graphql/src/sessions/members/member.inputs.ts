import { MAX_NAME_LENGTH, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@dripline/contract/limits';
import { validationMessages } from '@dripline/contract/validation-messages';
import { IsEmail, IsOptional, Length, Matches, ValidateIf } from 'class-validator';
import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { VersionArgs } from '../../api/versions';
import { MemberRole } from './member.entity';

const NAME = 'The name that others see on notes, messages and changes.';
const EMAIL = 'Where the member is emailed the notifications that it chooses. An empty text means nowhere.';
const USERNAME = 'The username, unique among clients and members regardless of case.';

@InputType({ description: 'A new member of a client’s team.' })
export class CreateMemberInput {
  @Field(() => String, { description: NAME })
  @Matches(/\S/, { message: validationMessages.memberNameMissing })
  @Length(1, MAX_NAME_LENGTH, { message: validationMessages.memberNameLength })
  name!: string;

  @Field(() => String, { description: USERNAME })
  @Matches(/\S/, { message: validationMessages.memberUsernameMissing })
  @Length(1, MAX_NAME_LENGTH, { message: validationMessages.usernameLength })
  username!: string;

  @Field(() => String, { description: 'The first password, which the member can change.' })
  @Length(MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH, { message: validationMessages.passwordLength })
  password!: string;

  @Field(() => MemberRole, { description: 'What the member may do.' })
  role!: MemberRole;

  @Field(() => String, { nullable: true, description: EMAIL })
  @ValidateIf((_, email) => Boolean(email))
  @IsEmail({}, { message: validationMessages.memberEmail })
  email?: string | null;
}

@InputType({ description: 'Changes to a member. Fields that are omitted or null stay as they are.' })
export class UpdateMemberInput {
  @Field(() => String, { nullable: true, description: NAME })
  @IsOptional()
  @Matches(/\S/, { message: validationMessages.memberNameMissing })
  @Length(1, MAX_NAME_LENGTH, { message: validationMessages.memberNameLength })
  name?: string | null;

  @Field(() => String, { nullable: true, description: USERNAME })
  @IsOptional()
  @Matches(/\S/, { message: validationMessages.memberUsernameMissing })
  @Length(1, MAX_NAME_LENGTH, { message: validationMessages.usernameLength })
  username?: string | null;

  @Field(() => String, { nullable: true, description: 'A new password. The member’s sessions end.' })
  @IsOptional()
  @Length(MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH, { message: validationMessages.passwordLength })
  password?: string | null;

  @Field(() => MemberRole, { nullable: true, description: 'What the member may do.' })
  @IsOptional()
  role?: MemberRole | null;

  @Field(() => String, { nullable: true, description: EMAIL })
  @ValidateIf((_, email) => Boolean(email))
  @IsEmail({}, { message: validationMessages.memberEmail })
  email?: string | null;
}

@ArgsType()
export class UpdateMemberArgs extends VersionArgs {
  @Field(() => ID, { description: 'The ID of the member.' })
  id!: string;
}
