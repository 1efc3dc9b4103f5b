import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The number of receipts of a day that match no message. Another program may use the same Twilio account, or a restored
 * backup does not have the messages.
 */
@Entity('unmatched_receipts')
export class UnmatchedReceipts {
  /** In UTC. */
  @PrimaryColumn('date')
  day!: string;

  @Column('integer')
  receipts!: number;

  /** The provider's id in the latest unknown receipt, for looking it up. */
  @Column('text')
  lastProviderId!: string;
}
