import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** The sender that all clients share. */
export const SHARED_SENDER = 'shared';

/**
 * A number that opted out of a sender's messages. It outlives leads and clients, so it stores only the number's hash.
 * Only a START reply to the same sender removes it.
 */
@Entity('suppressions')
export class Suppression {
  /** The SQL function `number_hash` of the number. */
  @PrimaryColumn('bytea')
  numberHash!: Buffer;

  @PrimaryColumn('text')
  sender!: string;

  /** The client with a sender of its own, or `ALL_CLIENTS` for the shared sender. */
  @PrimaryColumn('uuid')
  clientId!: string;

  /** `stop` for a reply, or the provider's error code. */
  @Column('text')
  reason!: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
