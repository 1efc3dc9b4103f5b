import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The pace of a sender, which `reserve_slot` keeps. The table is unlogged, because a crash may forget it. */
@Entity('sender_pacing')
export class SenderPacing {
  /** The SID or number, or `SHARED_SENDER`. */
  @PrimaryColumn('text')
  sender!: string;

  /** When the sender may send again after the latest message. */
  @Column('timestamptz')
  freeAt!: Date;

  /** When the next message that has to wait may ask again. */
  @Column('timestamptz')
  nextAt!: Date;
}
