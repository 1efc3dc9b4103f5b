import { Field, ID, Int, ObjectType } from 'type-graphql';
import { registerEnum } from '../api/register-enum';

/** The share of a monthly limit from which on it is reported, in percent. */
export const NEAR_LIMIT_PERCENT = 80;
/** Days without a lead after which a client is listed. */
export const QUIET_DAYS = 14;
/** The share of opt-outs above which a client is listed, in percent. Ours, because carriers publish no figure. */
export const MAX_OPT_OUT_PERCENT = 3;
/** Opt-outs of fewer messages prove nothing. */
export const MIN_OPT_OUT_MESSAGES = 50;

export enum AttentionKind {
  limit_reached = 'limit_reached',
  limit_near = 'limit_near',
  limit_forecast = 'limit_forecast',
  leads_held = 'leads_held',
  sequence_paused = 'sequence_paused',
  sender_rejected = 'sender_rejected',
  webhook_failing = 'webhook_failing',
  no_leads = 'no_leads',
  opt_outs = 'opt_outs',
}
registerEnum(AttentionKind, 'AttentionKind', 'Why a client needs attention.', {
  limit_reached: 'A monthly limit is used up.',
  limit_near: `At least ${NEAR_LIMIT_PERCENT}% of a monthly limit is used.`,
  limit_forecast: 'The sequences are forecast to use more messages than the monthly limit.',
  leads_held: 'Leads are held because the monthly limit was used up.',
  sequence_paused: 'Sequences were paused because carriers filtered their messages.',
  sender_rejected: 'The provider rejected the client’s own sender, so its messages are held.',
  webhook_failing: 'Deliveries to a webhook fail.',
  no_leads: `No lead arrived for ${QUIET_DAYS} days, although a campaign is active and leads arrived before.`,
  opt_outs: `More than ${MAX_OPT_OUT_PERCENT}% of at least ${MIN_OPT_OUT_MESSAGES} messages of this and the previous month were answered with an opt-out.`,
});

export enum AttentionSeverity {
  critical = 'critical',
  warning = 'warning',
}
registerEnum(AttentionSeverity, 'AttentionSeverity', 'How urgent something is.', {
  critical: 'Leads or messages wait until somebody acts.',
  warning: 'Nothing waits yet.',
});

export enum MonthlyLimit {
  campaigns = 'campaigns',
  leads = 'leads',
  messages = 'messages',
  segments = 'segments',
}
registerEnum(MonthlyLimit, 'MonthlyLimit', 'A limit of a client per calendar month.', {
  campaigns: 'Campaigns that are created.',
  leads: 'Leads.',
  messages: 'Messages that are sent.',
  segments: 'Carrier segments of the messages.',
});

@ObjectType({ simpleResolvers: true, description: 'A reason why a client needs attention.' })
export class AttentionReason {
  @Field(() => AttentionKind, { description: 'The kind of reason.' })
  kind!: AttentionKind;

  @Field(() => AttentionSeverity, { description: 'How urgent it is.' })
  severity!: AttentionSeverity;

  @Field(() => MonthlyLimit, {
    nullable: true,
    description: 'The limit, for `limit_reached`, `limit_near` and `limit_forecast`.',
  })
  limit!: MonthlyLimit | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'What was used of the limit, the messages that are expected in the month, or the number of held leads, paused sequences, webhooks or opt-outs.',
  })
  count!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The limit itself, or the number of messages that opt-outs follow.',
  })
  total!: number | null;

  @Field(() => Date, {
    nullable: true,
    description: 'Since when: the pause, the rejection, the first failure, or the last lead.',
  })
  since!: Date | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The day on which the limit is exceeded, as YYYY-MM-DD in the client’s time zone, for `limit_forecast`.',
  })
  exceedsLimitOn!: string | null;

  @Field(() => String, { nullable: true, description: 'The provider’s error code, for `sender_rejected`.' })
  code!: string | null;
}

@ObjectType({ simpleResolvers: true, description: 'An active client that needs attention.' })
export class ClientAttention {
  @Field(() => ID, { description: 'The ID of the client.' })
  id!: string;

  @Field(() => AttentionSeverity, { description: 'The severity of the most urgent reason.' })
  severity!: AttentionSeverity;

  @Field(() => [AttentionReason], { description: 'The reasons, the most urgent first.' })
  reasons!: AttentionReason[];
}
