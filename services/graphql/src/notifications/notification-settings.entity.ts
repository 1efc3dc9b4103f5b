import { Column, Entity, Index, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Client } from '../clients/client.entity';
import { Member } from '../sessions/members/member.entity';
import { User } from '../sessions/user.entity';
import type { NotificationKind } from './notification.entity';

/** What an account of a client has seen and muted of the notifications: each
 * administrator, each member, and the client's own account. */
@Entity('notification_settings')
@Index('notification_settings_account_key', { synchronize: false })
@Index('notification_settings_admin_id_idx', ['adminId'])
@Index('notification_settings_member_id_idx', ['memberId'])
@Index('notification_settings_emailed_idx', ['nextEmailAt', 'id'], { where: "email_kinds <> '{}'" })
export class NotificationSettings {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('uuid')
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  client!: Relation<Client>;

  @Column('uuid', { nullable: true })
  adminId!: string | null;

  @ManyToOne(() => User, { onDelete: 'CASCADE', nullable: true })
  admin!: Relation<User> | null;

  @Column('uuid', { nullable: true })
  memberId!: string | null;

  @ManyToOne(() => Member, { onDelete: 'CASCADE', nullable: true })
  member!: Relation<Member> | null;

  /** Notifications until then are not new. */
  @Column('timestamptz', { nullable: true })
  seenAt!: Date | null;

  /** The kinds that are not shown. */
  @Column('text', { array: true, default: [] })
  muted!: NotificationKind[];

  /** The kinds that are emailed. */
  @Column('text', { array: true, default: [] })
  emailKinds!: NotificationKind[];

  /** Notifications until then are not emailed any more. */
  @Column('timestamptz', { nullable: true })
  emailedUntil!: Date | null;

  /** The end of the period whose email is being sent. An email that is sent again has the same. */
  @Column('timestamptz', { nullable: true })
  emailingUntil!: Date | null;

  /** The next email is not sent before. */
  @Column('timestamptz', { default: '-infinity' })
  nextEmailAt!: Date;

  /** When an email failed last, or null if the last one was sent. */
  @Column('timestamptz', { nullable: true })
  emailFailedAt!: Date | null;
}
