import { CLIENT_DEFAULTS } from '@dripline/contract/limits';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Check, Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Version } from '../api/versions';
import { registerEnum } from '../api/register-enum';
import { Brand, DEFAULT_BRAND } from './brand.types';
import { DEFAULT_QUIET_HOURS, QuietHours } from './quiet-hours.types';

export enum ClientStatus {
  active = 'active',
  inactive = 'inactive',
}
registerEnum(ClientStatus, 'ClientStatus', 'Whether a client can sign in and its landing pages are published.', {
  active: 'The client can sign in, and its landing pages are published.',
  inactive: 'The client cannot sign in, its landing pages answer 404, and its messages are held.',
});

@ObjectType({ simpleResolvers: true, description: 'A business that the agency manages.' })
@Entity('clients')
@Index('clients_username_key', { synchronize: false })
@Index('clients_created_at_idx', ['createdAt', 'id'])
@Check(
  'clients_limits',
  'monthly_campaign_limit >= 1 AND monthly_lead_limit >= 0 AND monthly_sms_limit >= 0 AND monthly_segment_limit >= 0',
)
@Check('clients_login', 'NOT auth_enabled OR (username IS NOT NULL AND password_hash IS NOT NULL)')
export class Client {
  @Field(() => ID, {
    description:
      'The ID of the client, a random UUID. If the client’s login is disabled, the ID grants access to its dashboard. It is therefore never public.',
  })
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Field(() => String, { description: 'The client’s unique name in public URLs, derived from its business name.' })
  @Index('clients_handle_key', { unique: true })
  @Column('text')
  handle!: string;

  @Field(() => String, { description: 'The business name.' })
  @Column('text')
  businessName!: string;

  @Field(() => String, { description: 'The email address that the agency uses to contact the business.' })
  @Column('text')
  contactEmail!: string;

  @Field(() => String, { description: 'The phone number that receives lead notifications, as entered.' })
  @Column('text')
  notificationPhone!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The client’s username, unique regardless of case.',
  })
  @Column('text', { nullable: true })
  username!: string | null;

  /** The argon2id hash in PHC string format. It is not exposed in GraphQL. */
  @Column('text', { nullable: true, select: false })
  passwordHash!: string | null;

  @Field(() => Boolean, { description: 'Whether the dashboard requires a sign-in.' })
  @Column('boolean', { default: false })
  authEnabled!: boolean;

  @Field(() => Boolean, {
    description: 'Whether callers who have only the dashboard link may not change, send, export or delete anything.',
  })
  @Column('boolean', { default: false })
  linkReadOnly!: boolean;

  @Field(() => ClientStatus, { description: 'Whether the client can sign in and its landing pages are published.' })
  @Column('enum', { enum: ClientStatus, enumName: 'client_status', default: ClientStatus.active })
  status!: ClientStatus;

  @Field(() => Int, { description: 'The number of campaigns that may be created per calendar month.' })
  @Column('integer', { default: CLIENT_DEFAULTS.monthlyCampaignLimit })
  monthlyCampaignLimit!: number;

  @Field(() => Int, {
    description: 'The number of leads per calendar month. Leads over the limit are stored and held.',
  })
  @Column('integer', { default: CLIENT_DEFAULTS.monthlyLeadLimit })
  monthlyLeadLimit!: number;

  @Field(() => Int, {
    name: 'monthlySMSLimit',
    description: 'The number of messages that may be sent per calendar month. Messages over the limit are held.',
  })
  @Column('integer', { default: CLIENT_DEFAULTS.monthlySMSLimit })
  monthlySMSLimit!: number;

  @Field(() => Int, {
    description:
      'The number of carrier segments that may be sent per calendar month. A message that does not fit is held.',
  })
  @Column('integer', { default: CLIENT_DEFAULTS.monthlySegmentLimit })
  monthlySegmentLimit!: number;

  @Field(() => Boolean, { description: 'Whether sequences send messages to this client’s leads.' })
  @Column('boolean', { default: true })
  smsAutoReplyEnabled!: boolean;

  @Field(() => Boolean, { description: 'Whether the notification phone gets a text message for each new lead.' })
  @Column('boolean', { default: true })
  leadNotificationsEnabled!: boolean;

  @Field(() => Boolean, { description: 'Whether events are posted to the client’s webhooks.' })
  @Column('boolean', { default: false })
  webhooksEnabled!: boolean;

  @Field(() => Boolean, { description: 'Whether campaigns may have variants.' })
  @Column('boolean', { default: false })
  abTestingEnabled!: boolean;

  @Field(() => Boolean, {
    description: 'Whether the client and its visitors see its own brand instead of the product’s name.',
  })
  @Column('boolean', { default: false })
  whiteLabelEnabled!: boolean;

  @Field(() => Brand, { description: 'The name and look of the product for this client, if it has white label.' })
  @Column('jsonb', { default: DEFAULT_BRAND })
  brand!: Brand;

  @Field(() => String, {
    nullable: true,
    description:
      'The client’s own domain, unique and in lowercase. With white label, the URLs that the client and its visitors see are on it.',
  })
  @Index('clients_domain_key', { unique: true, where: 'domain IS NOT NULL' })
  @Column('text', { nullable: true })
  domain!: string | null;

  @Field(() => String, { description: 'The client’s IANA time zone. Calendar months are counted in it.' })
  @Column('text')
  timeZone!: string;

  @Field(() => QuietHours, {
    description: 'The daily period during which no message is sent, in the recipient’s time zone.',
  })
  @Column('jsonb', { default: DEFAULT_QUIET_HOURS })
  quietHours!: QuietHours;

  /** Whether it is being deleted. Row-level security hides it from everything but the deletion. */
  @Column('boolean', { default: false })
  deleting!: boolean;

  @Field(() => Date, { description: 'When the client was added.' })
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Version()
  version!: number;
}
