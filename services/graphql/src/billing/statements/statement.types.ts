import { Field, Int, ObjectType } from 'type-graphql';
import { registerEnum } from '../../api/register-enum';
import { SETTLEMENT_DAYS } from '../../usage/quota';
import { MonthlyUsage } from '../usage.types';

export enum StatementStatus {
  running = 'running',
  closing = 'closing',
  final = 'final',
}
registerEnum(StatementStatus, 'StatementStatus', 'Whether a statement can still change.', {
  running: 'The month is not over.',
  closing: 'The month is over. Messages that the provider did not accept are still taken off.',
  final: `The statement does not change any more. It is final ${SETTLEMENT_DAYS} days after the month ended in UTC.`,
});

export enum StatementItem {
  base_fee = 'base_fee',
  leads = 'leads',
  segments = 'segments',
}
registerEnum(StatementItem, 'StatementItem', 'What a line of a statement charges.', {
  base_fee: 'The fee per month.',
  leads: 'Leads that counted against the limit.',
  segments: 'Carrier segments of the messages that were sent.',
});

export enum StatementFormat {
  csv = 'csv',
  pdf = 'pdf',
}
registerEnum(StatementFormat, 'StatementFormat', 'The file format of a statement.', {
  csv: 'A table of comma-separated values (RFC 4180).',
  pdf: 'A document of one page.',
});

@ObjectType({ simpleResolvers: true, description: 'A line of a statement.' })
export class StatementLine {
  @Field(() => StatementItem, { description: 'What the line charges.' })
  item!: StatementItem;

  @Field(() => Int, { description: 'The quantity.' })
  quantity!: number;

  @Field(() => String, {
    nullable: true,
    description: 'The price of one, as a decimal with five places. Null if no rates apply to the month.',
  })
  rate!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The quantity times the rate, rounded half up to the currency’s minor unit. Null if no rates apply to the month.',
  })
  amount!: string | null;
}

@ObjectType({ simpleResolvers: true, description: 'What a client is charged for a calendar month of its time zone.' })
export class Statement {
  @Field(() => String, { description: 'The month, as YYYY-MM.' })
  month!: string;

  @Field(() => StatementStatus, { description: 'Whether the statement can still change.' })
  status!: StatementStatus;

  @Field(() => String, {
    nullable: true,
    description: 'The currency, as an ISO 4217 code. Null if no rates apply to the month.',
  })
  currency!: string | null;

  @Field(() => [StatementLine], { description: 'The fee, the leads and the segments.' })
  lines!: StatementLine[];

  @Field(() => String, {
    nullable: true,
    description: 'The sum of the amounts, as a decimal. Null if no rates apply to the month.',
  })
  total!: string | null;

  @Field(() => MonthlyUsage, { description: 'The usage of the month against the limits.' })
  usage!: MonthlyUsage;
}

@ObjectType({ simpleResolvers: true, description: 'A statement as a file.' })
export class StatementFile {
  @Field(() => String, { description: 'A file name for saving the statement.' })
  fileName!: string;

  @Field(() => String, { description: 'The file’s media type.' })
  mimeType!: string;

  @Field(() => String, { description: 'The file, encoded in base64.' })
  content!: string;
}
