import { CLIENT_DEFAULTS } from '@dripline/contract/limits';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Check, Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { publishEnum } from '../api/publish-enum';
import { DEFAULT_QUIET_HOURS, QuietHours } from './quiet-hours.types';

export enum ClientStatus {
  active = 'active',
  inactive = 'inactive',
}
publishEnum(ClientStatus, 'ClientStatus', 'Whether a client may sign in and its campaigns are shown.', {
  active: 'May sign in, and its landing pages are shown.',
  inactive: 'May not sign in, its landing pages are not found, and its texts wait.',
});

@ObjectType({ simpleResolvers: true, description: 'A business that the agency runs.' })
@Entity('clients')
@Index('clients_username_key', { synchronize: false })
@Check('clients_limits', 'monthly_campaign_limit >= 1 AND monthly_lead_limit >= 0 AND monthly_sms_limit >= 0')
@Check('clients_login', 'NOT auth_enabled OR (username IS NOT NULL AND password_hash IS NOT NULL)')
export class Client {
  @Field(() => ID, {
    description:
      'Random; where the client has no login it is also the key to its dashboard, so nothing public shows it.',
  })
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Field(() => String, { description: 'The unique name of the client in public addresses, from its business name.' })
  @Index('clients_handle_key', { unique: true })
  @Column('text')
  handle!: string;

  @Field(() => String, { description: 'The name of the business.' })
  @Column('text')
  businessName!: string;

  @Field(() => String, { description: 'Where the agency writes to the business.' })
  @Column('text')
  contactEmail!: string;

  @Field(() => String, { description: 'The number that hears of new leads, as it was typed.' })
  @Column('text')
  notificationPhone!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The name the client signs in with; unique, in any case of letters.',
  })
  @Column('text', { nullable: true })
  username!: string | null;

  /** argon2id in PHC form; no GraphQL field shows it. */
  @Column('text', { nullable: true, select: false })
  passwordHash!: string | null;

  @Field(() => Boolean, { description: 'Whether the dashboard asks for a sign-in.' })
  @Column('boolean', { default: false })
  authEnabled!: boolean;

  @Field(() => ClientStatus, { description: 'An inactive client cannot sign in and its landing pages are not found.' })
  @Column('enum', { enum: ClientStatus, enumName: 'client_status', default: ClientStatus.active })
  status!: ClientStatus;

  @Field(() => Int, { description: 'Campaigns that may be made in a calendar month.' })
  @Column('integer', { default: CLIENT_DEFAULTS.monthlyCampaignLimit })
  monthlyCampaignLimit!: number;

  @Field(() => Int, { description: 'Leads that are shown in a calendar month; those above it are held, never lost.' })
  @Column('integer', { default: CLIENT_DEFAULTS.monthlyLeadLimit })
  monthlyLeadLimit!: number;

  @Field(() => Int, {
    name: 'monthlySMSLimit',
    description: 'Texts that may go in a calendar month; those above it wait.',
  })
  @Column('integer', { default: CLIENT_DEFAULTS.monthlySMSLimit })
  monthlySMSLimit!: number;

  @Field(() => Boolean, { description: 'Whether sequences text this client’s leads.' })
  @Column('boolean', { default: true })
  smsAutoReplyEnabled!: boolean;

  @Field(() => Boolean, { description: 'Whether lead events are posted to the client’s URL.' })
  @Column('boolean', { default: false })
  webhooksEnabled!: boolean;

  @Field(() => Boolean, { description: 'Whether campaigns may have variants.' })
  @Column('boolean', { default: false })
  abTestingEnabled!: boolean;

  @Field(() => Boolean, { description: 'Whether landing pages leave the product’s name out.' })
  @Column('boolean', { default: false })
  whiteLabelEnabled!: boolean;

  @Field(() => String, { description: 'IANA time zone; calendar months are counted in it.' })
  @Column('text')
  timeZone!: string;

  @Field(() => QuietHours, { description: 'When no text goes, in the client’s time zone.' })
  @Column('jsonb', { default: DEFAULT_QUIET_HOURS })
  quietHours!: QuietHours;

  @Field(() => Date, { description: 'When the client was added.' })
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
