import { IsOptional, IsUUID, Max, Min } from 'class-validator';
import { ArgsType, Field, ID, Int } from 'type-graphql';

@ArgsType()
export class DaysArgs {
  @Field(() => Int, { defaultValue: 30, description: 'How many days, today being the last, 1 to 366.' })
  @Min(1, { message: 'days must be at least 1' })
  @Max(366, { message: 'days must be at most 366' })
  days = 30;
}

@ArgsType()
export class SourcesArgs extends DaysArgs {
  @Field(() => ID, { nullable: true, description: 'Only this campaign; all of the client’s where left out.' })
  @IsOptional()
  @IsUUID('loose', { message: 'campaignId must be the id of a campaign' })
  campaignId?: string | null;
}
