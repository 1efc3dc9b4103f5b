import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The provider refuses every text (its credentials, account or sender): nothing is tried until `until`, and no lead is burned. One row, or none. */
@Entity('provider_troubles')
@Check('provider_troubles_one', 'id')
export class ProviderTrouble {
  @PrimaryColumn('boolean', { default: true, primaryKeyConstraintName: 'PK_provider_troubles' })
  id!: true;

  /** The provider’s code. */
  @Column('text')
  reason!: string;

  /** How often in a row. */
  @Column('integer')
  times!: number;

  @Column('timestamptz')
  until!: Date;
}
