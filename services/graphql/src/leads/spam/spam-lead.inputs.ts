import { IsOptional, IsUUID, Max, Min } from 'class-validator';
import { ArgsType, Field, ID, Int } from 'type-graphql';

/** Which page of what was kept apart. */
@ArgsType()
export class SpamLeadsArgs {
  @Field(() => ID, { description: 'The client.' })
  clientId!: string;

  @Field(() => ID, { nullable: true, description: 'Only what came through this campaign.' })
  @IsOptional()
  @IsUUID('loose', { message: 'campaignId must be the id of a campaign' })
  campaignId?: string | null;

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
