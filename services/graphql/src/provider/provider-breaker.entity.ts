import { Field, ObjectType } from 'type-graphql';
import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The circuit breaker: a row exists while the provider rejects every message (credentials, account or sender) or cannot
 * be reached. Nothing is sent until `until`, then one message at a time as a probe. At most one row.
 */
@Entity('provider_breaker')
@Check('provider_breaker_one', 'id')
@ObjectType({
  simpleResolvers: true,
  description:
    'The open circuit breaker of the SMS provider. All messages wait, and are sent after the provider accepts one again.',
})
export class ProviderBreaker {
  @PrimaryColumn('boolean', { default: true })
  id!: true;

  @Field(() => String, { description: 'The provider’s error code, or `unreachable`.' })
  @Column('text')
  reason!: string;

  @Field(() => Date, { description: 'When the breaker opened. A retry that fails keeps it.' })
  @Column('timestamptz', { default: () => 'now()' })
  openedAt!: Date;

  /** How many times in a row the breaker opened. */
  @Column('integer')
  failures!: number;

  @Column('timestamptz')
  openUntil!: Date;

  /** Until when one message holds the probe. */
  @Column('timestamptz', { nullable: true })
  probeUntil!: Date | null;
}
