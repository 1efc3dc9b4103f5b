import { GraphQLJSONObject } from 'graphql-scalars';
import { MAX_BULK_IDS, MAX_LEAD_TAGS, MAX_TAG_LENGTH } from '@dripline/contract/limits';
import { ArrayMaxSize, ArrayMinSize, IsOptional } from 'class-validator';
import { ArgsType, Field, ID, InputType, Int } from 'type-graphql';
import { LeadStatus } from './lead.entity';

@InputType({ description: 'The fields of a lead to update. Omitted fields are unchanged.' })
export class UpdateLeadInput {
  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description: 'The form values by field ID. They replace all existing values.',
  })
  formData?: Record<string, unknown> | null;

  @Field(() => LeadStatus, { nullable: true, description: 'The status of the lead.' })
  status?: LeadStatus | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The ID of the member of the client’s team who owns the lead. Null removes the owner.',
  })
  ownerId?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'False withdraws the consent to tell ad networks, and removes the click IDs. Only the visitor can give it, so true is rejected unless it is stored already.',
  })
  adConsent?: boolean | null;
}

@ArgsType()
export class LeadsArgs {
  @Field(() => ID, { description: 'The ID of the client.' })
  clientId!: string;

  @Field(() => [ID], {
    description: `The IDs of 1 to ${MAX_BULK_IDS} of the client’s leads. If one is not found, nothing is changed.`,
  })
  @ArrayMinSize(1, { message: 'ids must contain at least one ID.' })
  @ArrayMaxSize(MAX_BULK_IDS, { message: `ids must contain at most ${MAX_BULK_IDS} IDs.` })
  ids!: string[];
}

const tagsOf = (field: string) => ({ message: `${field} must contain at most ${MAX_LEAD_TAGS} tags.` });

@ArgsType()
export class UpdateLeadsArgs extends LeadsArgs {
  @Field(() => LeadStatus, { nullable: true, description: 'The new status of the leads. Omit it to keep theirs.' })
  status?: LeadStatus | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The ID of the member of the client’s team who owns the leads now. Null removes their owner.',
  })
  ownerId?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the new owner is notified, which an undone change does not need. Defaults to true.',
  })
  notifyOwner?: boolean | null;

  @Field(() => [String], {
    nullable: true,
    description: `Tags that the leads get, of 1 to ${MAX_TAG_LENGTH} characters. A tag that the client’s leads already have keeps its spelling. A lead has at most ${MAX_LEAD_TAGS} tags.`,
  })
  @IsOptional()
  @ArrayMaxSize(MAX_LEAD_TAGS, tagsOf('addTags'))
  addTags?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Tags that the leads lose, regardless of case.' })
  @IsOptional()
  @ArrayMaxSize(MAX_LEAD_TAGS, tagsOf('removeTags'))
  removeTags?: string[] | null;

  @Field(() => [Int], {
    nullable: true,
    description:
      'The versions of the leads, in the order of `ids`. Leads with another version, and leads that were deleted, are neither changed nor returned then.',
  })
  expectedVersions?: number[] | null;
}
