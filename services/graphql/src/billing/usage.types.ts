import { Field, ID, Int, ObjectType } from 'type-graphql';

@ObjectType({ simpleResolvers: true, description: 'What a client used in a calendar month of its time zone.' })
export class MonthlyUsage {
  @Field(() => ID, { description: 'The ID of the client.' })
  id!: string;

  @Field(() => String, { description: 'The month, as YYYY-MM.' })
  month!: string;

  @Field(() => Int, { description: 'The number of campaigns that were created.' })
  campaigns!: number;

  @Field(() => Int, { description: 'The number of leads that counted against the limit.' })
  leads!: number;

  @Field(() => Int, { description: 'The number of messages that were sent or are being sent.' })
  messages!: number;

  @Field(() => Int, { description: 'The number of carrier segments of these messages.' })
  segments!: number;

  @Field(() => Int, { description: 'The limit of campaigns at the end of the month, or now.' })
  campaignLimit!: number;

  @Field(() => Int, { description: 'The limit of leads at the end of the month, or now.' })
  leadLimit!: number;

  @Field(() => Int, { description: 'The limit of messages at the end of the month, or now.' })
  messageLimit!: number;

  @Field(() => Int, { description: 'The limit of carrier segments at the end of the month, or now.' })
  segmentLimit!: number;

  @Field(() => String, {
    nullable: true,
    description: 'The currency of the amount, as an ISO 4217 code. Null if no rates apply to the month.',
  })
  currency!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The total of the client’s statement, as a decimal in the currency’s minor unit. Null if no rates apply to the month.',
  })
  amount!: string | null;
}

@ObjectType({ simpleResolvers: true, description: 'What all clients used in a calendar month.' })
export class UsageTotals {
  @Field(() => Int, { description: 'The number of clients.' })
  clients!: number;

  @Field(() => Int, { description: 'The number of campaigns that were created.' })
  campaigns!: number;

  @Field(() => Int, { description: 'The number of leads that counted against the limits.' })
  leads!: number;

  @Field(() => Int, { description: 'The number of messages that were sent or are being sent.' })
  messages!: number;

  @Field(() => Int, { description: 'The number of carrier segments of these messages.' })
  segments!: number;

  @Field(() => String, {
    nullable: true,
    description: 'The currency of the amount, as an ISO 4217 code. Null if no rates apply to the month.',
  })
  currency!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The sum of the totals of all statements, as a decimal. Null if no rates apply to the month.',
  })
  amount!: string | null;
}
