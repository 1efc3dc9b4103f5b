import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How many receipts of a day named no text of ours: another program may share the account, or a restored backup forgot what it sent. */
@Entity('unknown_receipts')
export class UnknownReceipts {
  /** In UTC. */
  @PrimaryColumn('date', { primaryKeyConstraintName: 'PK_unknown_receipts' })
  day!: string;

  @Column('integer')
  times!: number;

  /** The provider’s id in the latest of them, to look it up there. */
  @Column('text')
  lastProviderId!: string;
}
