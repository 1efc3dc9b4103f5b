import { MAX_STATS_DAYS } from '@dripline/contract/limits';
import { IsISO8601, IsOptional, Matches, Max, Min } from 'class-validator';
import { Field, InputType, Int } from 'type-graphql';

@InputType({ description: 'A range of days in the client’s time zone.' })
export class DayRange {
  @Field(() => Int, { defaultValue: 30, description: `The number of days, 1 to ${MAX_STATS_DAYS}.` })
  @Min(1, { message: 'days must be at least 1.' })
  @Max(MAX_STATS_DAYS, { message: `days must be at most ${MAX_STATS_DAYS}.` })
  days: number = 30;

  @Field(() => String, { nullable: true, description: 'The last day, as YYYY-MM-DD. Defaults to today.' })
  @IsOptional()
  @Matches(/^\d{4}-\d{2}-\d{2}$/, { message: 'until must be a day, as YYYY-MM-DD.' })
  @IsISO8601({ strict: true }, { message: 'until must be a day, as YYYY-MM-DD.' })
  until?: string | null;
}
