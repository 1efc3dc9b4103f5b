import { IsOptional, IsUUID } from 'class-validator';
import { ArgsType, Field, ID } from 'type-graphql';

/** Filters suspected spam. */
@ArgsType()
export class SpamFilter {
  @Field(() => ID, { description: 'The ID of the client.' })
  clientId!: string;

  @Field(() => ID, { nullable: true, description: 'Filters by campaign.' })
  @IsOptional()
  @IsUUID('loose', { message: 'campaignId must be the ID of a campaign.' })
  campaignId?: string | null;
}
