import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Column, CreateDateColumn, Entity, Index, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Client } from '../clients/client.entity';

@ObjectType({ simpleResolvers: true, description: 'A file that a client keeps.' })
@Entity('files')
@Index('files_client_id_idx', ['clientId', 'createdAt'])
@Index('files_object_path_key', ['objectPath'], { unique: true })
export class File {
  @Field(() => ID, { description: 'The file’s id.' })
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Field(() => ID, { description: 'The client it belongs to.' })
  @Column('uuid')
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  client!: Relation<Client>;

  @Field(() => String, { description: 'The name people see.' })
  @Column('text')
  originalName!: string;

  @Field(() => Int, { description: 'Its size in bytes.' })
  @Column('integer')
  fileSize!: number;

  @Field(() => String, { description: 'Its media type.' })
  @Column('text')
  mimeType!: string;

  @Field(() => String, { description: 'Its path under /objects.' })
  @Column('text')
  objectPath!: string;

  @Field(() => Date, { description: 'When it was uploaded.' })
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
