import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Column, CreateDateColumn, Entity, Index, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Version } from '../api/versions';
import { Client } from '../clients/client.entity';

@ObjectType({ simpleResolvers: true, description: 'A file of a client.' })
@Entity('files')
@Index('files_client_id_idx', ['clientId', 'createdAt', 'id'])
@Index('files_object_path_key', ['objectPath'], { unique: true })
export class File {
  @Field(() => ID, { description: 'The ID of the file.' })
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Field(() => ID, { description: 'The ID of the client.' })
  @Column('uuid')
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  client!: Relation<Client>;

  @Field(() => String, { description: 'The display name.' })
  @Column('text')
  originalName!: string;

  @Field(() => Int, { description: 'The size in bytes.' })
  @Column('integer')
  fileSize!: number;

  @Field(() => String, { description: 'The media type.' })
  @Column('text')
  mimeType!: string;

  @Field(() => String, { description: 'The path of the file, starting with /objects.' })
  @Column('text')
  objectPath!: string;

  @Field(() => Date, { description: 'When the file was uploaded.' })
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Version()
  version!: number;
}
