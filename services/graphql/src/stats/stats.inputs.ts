import { IsOptional, IsUUID, Max, Min } from 'class-validator';
import { ArgsType, Field, ID, Int } from 'type-graphql';

@ArgsType()
export class DaysArgs {
  @Field(() => Int, { defaultValue: 30, description: 'The number of days, 1 to 366, ending today.' })
  @Min(1, { message: 'days must be at least 1.' })
  @Max(366, { message: 'days must be at most 366.' })
  days = 30;
}

@ArgsType()
export class SourcesArgs extends DaysArgs {
  @Field(() => ID, { nullable: true, description: 'Filters by campaign. Defaults to all of the client’s campaigns.' })
  @IsOptional()
  @IsUUID('loose', { message: 'campaignId must be the ID of a campaign.' })
  campaignId?: string | null;
}
