import { IsOptional, IsUUID, Max, Min } from 'class-validator';
import { ArgsType, Field, ID, Int } from 'type-graphql';

/** Filters and paginates suspected spam. */
@ArgsType()
export class SpamLeadsArgs {
  @Field(() => ID, { description: 'The ID of the client.' })
  clientId!: string;

  @Field(() => ID, { nullable: true, description: 'Filters by campaign.' })
  @IsOptional()
  @IsUUID('loose', { message: 'campaignId must be the ID of a campaign.' })
  campaignId?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The maximum number of submissions to return, 1 to 1000. Returns all submissions if omitted.',
  })
  @IsOptional()
  @Min(1, { message: 'limit must be at least 1.' })
  @Max(1000, { message: 'limit must be at most 1000.' })
  limit?: number | null;

  @Field(() => Int, { nullable: true, description: 'The number of submissions to skip. Defaults to 0.' })
  @IsOptional()
  @Min(0, { message: 'offset must be at least 0.' })
  offset?: number | null;
}
