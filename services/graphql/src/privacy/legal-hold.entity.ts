import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** Keeps the evidence of a number beyond its retention period, for example during a lawsuit. */
@Entity('legal_holds')
export class LegalHold {
  /** The SQL function `number_hash` of the number. */
  @PrimaryColumn('bytea')
  numberHash!: Buffer;

  @Column('text')
  reason!: string;

  /** The username of the administrator. */
  @Column('text')
  setBy!: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
