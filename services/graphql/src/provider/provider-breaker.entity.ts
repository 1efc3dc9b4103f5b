import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The provider refuses every text (its credentials, account or sender) or cannot be reached: nothing is tried until `until`, then one text at a time. No lead is burned. One row, or none. */
@Entity('provider_troubles')
@Check('provider_troubles_one', 'id')
export class ProviderTrouble {
  @PrimaryColumn('boolean', { default: true, primaryKeyConstraintName: 'PK_provider_troubles' })
  id!: true;

  /** The provider’s code, or `unreachable`. */
  @Column('text')
  reason!: string;

  /** How often in a row. */
  @Column('integer')
  times!: number;

  @Column('timestamptz')
  until!: Date;

  /** Until when one text has the turn to find out whether it is over. */
  @Column('timestamptz', { nullable: true })
  probeUntil!: Date | null;
}
