import { GraphQLJSONObject } from 'graphql-scalars';
import { IsOptional, IsUUID, MaxLength } from 'class-validator';
import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { registerEnum } from '../api/register-enum';
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
}

export enum LeadSort {
  createdAt = 'createdAt',
  fullName = 'fullName',
  campaignName = 'campaignName',
  status = 'status',
}
registerEnum(LeadSort, 'LeadSort', 'The field that leads are sorted by.', {
  createdAt: 'When the lead arrived.',
  fullName: 'The lead’s name.',
  campaignName: 'The name of the campaign.',
  status: 'The status of the lead.',
});

export enum SortOrder {
  asc = 'asc',
  desc = 'desc',
}
registerEnum(SortOrder, 'SortOrder', 'The sort direction.', {
  asc: 'Ascending: smallest, earliest or A first.',
  desc: 'Descending: largest, latest or Z first.',
});

/** Filters and sorts leads. */
@ArgsType()
export class LeadFilter {
  @Field(() => ID, { description: 'The ID of the client.' })
  clientId!: string;

  @Field(() => ID, { nullable: true, description: 'Filters by campaign.' })
  @IsOptional()
  @IsUUID('loose', { message: 'campaignId must be the ID of a campaign.' })
  campaignId?: string | null;

  @Field(() => LeadStatus, { nullable: true, description: 'Filters by status.' })
  status?: LeadStatus | null;

  @Field(() => String, {
    nullable: true,
    description: 'Filters by a part of the name, email address, phone number or campaign name.',
  })
  @IsOptional()
  @MaxLength(200, { message: 'search must be at most 200 characters.' })
  search?: string | null;

  @Field(() => LeadSort, { defaultValue: LeadSort.createdAt, description: 'The field to sort by.' })
  sort: LeadSort = LeadSort.createdAt;

  @Field(() => SortOrder, { defaultValue: SortOrder.desc, description: 'The sort direction.' })
  order: SortOrder = SortOrder.desc;
}
