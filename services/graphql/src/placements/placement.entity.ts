import { Field, ID, Int, ObjectType } from 'type-graphql';
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
import { Version } from '../api/versions';
import { Campaign } from '../campaigns/campaign.entity';
import { Client } from '../clients/client.entity';

@ObjectType({
  simpleResolvers: true,
  description:
    'A place where a QR code of a campaign is printed, such as a van or a flyer. Its code never changes and can be pointed at another campaign.',
})
@Entity('placements')
@Index('placements_code_key', ['code'], { unique: true })
@Index('placements_client_id_idx', ['clientId', 'createdAt', 'id'])
@Index('placements_campaign_id_idx', ['campaignId'])
export class Placement {
  @Field(() => ID, { description: 'The ID of the placement.' })
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Field(() => ID, { description: 'The ID of the client.' })
  @Column('uuid')
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  client!: Relation<Client>;

  @Field(() => ID, {
    nullable: true,
    description: 'The ID of the campaign that the code opens. Null if the campaign was deleted.',
  })
  @Column('uuid', { nullable: true })
  campaignId!: string | null;

  @ManyToOne(() => Campaign, { onDelete: 'SET NULL', nullable: true })
  campaign!: Relation<Campaign> | null;

  @Field(() => String, { description: 'The code in the URL, unique among all clients.' })
  @Column('text')
  code!: string;

  @Field(() => String, { description: 'The name, such as “Van 2”. Visitors do not see it.' })
  @Column('text')
  name!: string;

  @Field(() => Date, { description: 'When the placement was created.' })
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Field(() => Date, { description: 'When the placement was last changed.' })
  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt!: Date;

  @Version()
  version!: number;
}

@ObjectType({ simpleResolvers: true, description: 'The figures of a placement, of all campaigns that it opened.' })
export class PlacementStats {
  @Field(() => Int, { description: 'The number of scans.' })
  scans!: number;

  @Field(() => Int, { description: 'The number of leads.' })
  leads!: number;

  @Field(() => Int, { description: 'The number of leads that are qualified or converted.' })
  qualified!: number;

  @Field(() => Int, { description: 'The number of converted leads.' })
  converted!: number;
}
