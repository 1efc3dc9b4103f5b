import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { ArrayUnique, IsOptional, ValidateNested } from 'class-validator';
import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
  UpdateDateColumn,
} from 'typeorm';
import { OrderDirection } from '../../api/connections/ordering';
import { registerEnum } from '../../api/register-enum';
import { Version } from '../../api/versions';
import { Client } from '../../clients/client.entity';
import { Member } from '../../sessions/members/member.entity';
import { User } from '../../sessions/user.entity';
import { LeadFilter } from '../filters/lead-filter';
import { leadOrder } from '../lead.connection';

export enum LeadLayout {
  table = 'table',
  board = 'board',
}
registerEnum(LeadLayout, 'LeadLayout', 'How a list of leads is shown.', {
  table: 'A table with a row for each lead.',
  board: 'A board with a column for each status.',
});

export enum LeadColumn {
  contact = 'contact',
  campaignName = 'campaignName',
  status = 'status',
  tags = 'tags',
  owner = 'owner',
  source = 'source',
  createdAt = 'createdAt',
}
registerEnum(LeadColumn, 'LeadColumn', 'A column of the table of leads that can be hidden.', {
  contact: 'The phone number and the email address.',
  campaignName: 'The name of the campaign.',
  status: 'The status.',
  tags: 'The tags.',
  owner: 'The member of the team who owns the lead.',
  source: 'The traffic source, or the name of the QR placement.',
  createdAt: 'When the lead arrived.',
});

@ObjectType('SavedViewQuery', { simpleResolvers: true, description: 'The leads that a view shows, and how.' })
@InputType('SavedViewQueryInput', { description: 'The leads that a view shows, and how.' })
export class SavedViewQuery {
  @Field(() => LeadFilter, { description: 'Which leads are shown, including the search.' })
  @IsOptional()
  @ValidateNested()
  filter!: LeadFilter;

  @Field(() => leadOrder.fields as never, { description: 'What the leads are ordered by.' })
  orderBy!: string;

  @Field(() => OrderDirection, { description: 'The direction of the order.' })
  direction!: OrderDirection;

  @Field(() => LeadLayout, { description: 'Whether the leads are shown in a table or on a board.' })
  layout!: LeadLayout;

  @Field(() => [LeadColumn], { description: 'The columns that the table hides, each once.' })
  @ArrayUnique({ message: 'hiddenColumns must contain each column once.' })
  hiddenColumns!: LeadColumn[];
}

@ObjectType({
  simpleResolvers: true,
  description:
    'A named filter and layout of a client’s leads. Each administrator and each member has their own, and a client has those of its account and its dashboard link.',
})
@Entity('saved_views')
@Index('saved_views_account_name_key', { synchronize: false })
@Index('saved_views_admin_id_idx', ['adminId'])
@Index('saved_views_member_id_idx', ['memberId'])
export class SavedView {
  @Field(() => ID, { description: 'The ID of the view.' })
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Field(() => ID, { description: 'The ID of the client.' })
  @Column('uuid')
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  client!: Relation<Client>;

  /** The administrator who saved the view. Null for a member and for the client. Nobody else sees it. */
  @Column('uuid', { nullable: true })
  adminId!: string | null;

  @ManyToOne(() => User, { onDelete: 'CASCADE', nullable: true })
  admin!: Relation<User> | null;

  /** The member who saved the view. Null for an administrator and for the client. */
  @Column('uuid', { nullable: true })
  memberId!: string | null;

  @ManyToOne(() => Member, { onDelete: 'CASCADE', nullable: true })
  member!: Relation<Member> | null;

  @Field(() => String, { description: 'The name. Unique regardless of case.' })
  @Column('text')
  name!: string;

  @Field(() => SavedViewQuery, { description: 'The leads that the view shows, and how.' })
  @Column('jsonb')
  query!: SavedViewQuery;

  @Field(() => Date, { description: 'When the view was saved first.' })
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Field(() => Date, { description: 'When the view was last changed.' })
  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt!: Date;

  @Version()
  version!: number;
}
