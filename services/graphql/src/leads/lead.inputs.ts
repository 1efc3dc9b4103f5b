import { GraphQLJSONObject } from 'graphql-scalars';
import { IsOptional, IsUUID, Max, MaxLength, Min } from 'class-validator';
import { ArgsType, Field, ID, InputType, Int } from 'type-graphql';
import { publishEnum } from '../api/publish-enum';
import { LeadStatus } from './lead.entity';

@InputType({ description: 'What to change of a lead; what is left out stays.' })
export class UpdateLeadInput {
  @Field(() => GraphQLJSONObject, { nullable: true, description: 'All values by form field id.' })
  formData?: Record<string, unknown> | null;

  @Field(() => LeadStatus, { nullable: true, description: 'How far it has come.' })
  status?: LeadStatus | null;
}

export enum LeadSort {
  createdAt = 'createdAt',
  fullName = 'fullName',
  campaignName = 'campaignName',
  status = 'status',
}
publishEnum(LeadSort, 'LeadSort', 'What a list of leads is sorted by.', {
  createdAt: 'When it arrived.',
  fullName: 'The lead’s name.',
  campaignName: 'The name of its campaign.',
  status: 'How far it has come.',
});

export enum SortOrder {
  asc = 'asc',
  desc = 'desc',
}
publishEnum(SortOrder, 'SortOrder', 'Smallest or largest first.', {
  asc: 'Smallest, earliest or A first.',
  desc: 'Largest, latest or Z first.',
});

/** Which leads, and in what order. */
@ArgsType()
export class LeadFilter {
  @Field(() => ID, { description: 'The client.' })
  clientId!: string;

  @Field(() => ID, { nullable: true, description: 'Only leads of this campaign.' })
  @IsOptional()
  @IsUUID('loose', { message: 'campaignId must be the id of a campaign' })
  campaignId?: string | null;

  @Field(() => LeadStatus, { nullable: true, description: 'Only leads of this status.' })
  status?: LeadStatus | null;

  @Field(() => String, { nullable: true, description: 'Part of a name, email, phone number or campaign name.' })
  @IsOptional()
  @MaxLength(200, { message: 'Search for at most 200 characters' })
  search?: string | null;

  @Field(() => LeadSort, { defaultValue: LeadSort.createdAt, description: 'What to sort by.' })
  sort: LeadSort = LeadSort.createdAt;

  @Field(() => SortOrder, { defaultValue: SortOrder.desc, description: 'Which end comes first.' })
  order: SortOrder = SortOrder.desc;
}

@ArgsType()
export class LeadsArgs extends LeadFilter {
  @Field(() => Int, { nullable: true, description: 'At most so many, 1 to 1000; all where left out.' })
  @IsOptional()
  @Min(1, { message: 'limit must be at least 1' })
  @Max(1000, { message: 'limit must be at most 1000' })
  limit?: number | null;

  @Field(() => Int, { nullable: true, description: 'How many to pass over first.' })
  @IsOptional()
  @Min(0, { message: 'offset must be at least 0' })
  offset?: number | null;
}
