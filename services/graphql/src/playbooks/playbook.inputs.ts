import {
  MAX_PLAYBOOK_CLIENTS,
  MAX_PLAYBOOK_DESCRIPTION_LENGTH,
  MAX_PLAYBOOK_NAME_LENGTH,
} from '@dripline/contract/limits';
import { validationMessages } from '@dripline/contract/validation-messages';
import { ArrayMaxSize, ArrayMinSize, IsOptional, Length, Matches, Max, MaxLength, Min } from 'class-validator';
import { ArgsType, Field, ID, InputType, Int } from 'type-graphql';
import { VersionArgs } from '../api/versions';
import { CampaignStatus } from '../campaigns/campaign.entity';

const NAME = `The name, 1 to ${MAX_PLAYBOOK_NAME_LENGTH} characters.`;
const DESCRIPTION = `The description, at most ${MAX_PLAYBOOK_DESCRIPTION_LENGTH} characters.`;

@InputType({ description: 'The fields of a playbook to update. Fields that are omitted or null are unchanged.' })
export class UpdatePlaybookInput {
  @Field(() => String, { nullable: true, description: NAME })
  @IsOptional()
  @Matches(/\S/, { message: validationMessages.playbookNameMissing })
  @Length(1, MAX_PLAYBOOK_NAME_LENGTH, { message: validationMessages.playbookNameLength })
  name?: string | null;

  @Field(() => String, { nullable: true, description: DESCRIPTION })
  @IsOptional()
  @MaxLength(MAX_PLAYBOOK_DESCRIPTION_LENGTH, { message: validationMessages.playbookDescription })
  description?: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'The ID of the campaign whose content and sequences the next version publishes. It must have been created from the playbook.',
  })
  campaignId?: string | null;
}

@InputType({ description: 'The fields of a new playbook.' })
export class CreatePlaybookInput extends UpdatePlaybookInput {
  @Field(() => String, { description: NAME })
  override name!: string;

  @Field(() => ID, {
    description: 'The ID of the campaign, of any client, whose content and sequences the playbook publishes.',
  })
  override campaignId!: string;
}

@ArgsType()
export class UpdatePlaybookArgs extends VersionArgs {
  @Field(() => ID, { description: 'The ID of the playbook.' })
  id!: string;
}

@ArgsType()
export class ApplyPlaybookArgs {
  @Field(() => ID, { description: 'The ID of the playbook.' })
  id!: string;

  @Field(() => [ID], { description: `The IDs of 1 to ${MAX_PLAYBOOK_CLIENTS} clients.` })
  @ArrayMinSize(1, { message: 'clientIds must contain at least one ID.' })
  @ArrayMaxSize(MAX_PLAYBOOK_CLIENTS, { message: `clientIds must contain at most ${MAX_PLAYBOOK_CLIENTS} IDs.` })
  clientIds!: string[];

  @Field(() => CampaignStatus, {
    defaultValue: CampaignStatus.inactive,
    description: 'The status of the new campaigns. Their sequences are active.',
  })
  status!: CampaignStatus;
}

/** A version of a playbook. */
@ArgsType()
export class VersionNumberArgs {
  @Field(() => Int, { description: 'The number of the version, from 1.' })
  @Min(1, { message: 'number must be at least 1.' })
  @Max(2 ** 31 - 1, { message: 'number is not that of a version.' })
  number!: number;
}

@ArgsType()
export class PushPlaybookArgs extends VersionNumberArgs {
  @Field(() => ID, { description: 'The ID of the playbook.' })
  id!: string;

  @Field(() => [ID], { description: `The IDs of 1 to ${MAX_PLAYBOOK_CLIENTS} copies of the playbook.` })
  @ArrayMinSize(1, { message: 'copyIds must contain at least one ID.' })
  @ArrayMaxSize(MAX_PLAYBOOK_CLIENTS, { message: `copyIds must contain at most ${MAX_PLAYBOOK_CLIENTS} IDs.` })
  copyIds!: string[];
}
