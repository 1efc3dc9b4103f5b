import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { Client } from '../../clients/client.entity';
import { Lead } from '../lead.entity';

/** A tag of a client's leads. It exists while a lead has it. */
@Entity('tags')
@Index('tags_client_key', ['clientId', 'key'], { unique: true })
export class Tag {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('uuid')
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'client_id' })
  client!: Relation<Client>;

  /** The tag in the spelling that was added first. */
  @Column('text')
  name!: string;

  /** The name without regard to case (`tagKey`). Unique per client. */
  @Column('text')
  key!: string;
}

/** A tag that a lead has. */
@Entity('lead_tags')
@Index('lead_tags_tag_id_idx', ['tagId', 'leadId'])
export class LeadTag {
  @Column('uuid')
  clientId!: string;

  @PrimaryColumn('uuid')
  leadId!: string;

  @ManyToOne(() => Lead, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'lead_id' })
  lead!: Relation<Lead>;

  @PrimaryColumn('uuid')
  tagId!: string;

  @ManyToOne(() => Tag, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tag_id' })
  tag!: Relation<Tag>;
}
