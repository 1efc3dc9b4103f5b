import { type ApiKeyScope, apiKeyScopes } from '@dripline/contract/api-keys';
import { Field, ID, ObjectType } from 'type-graphql';
import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { registerEnum } from '../api/register-enum';
import { Client } from '../clients/client.entity';

/** The scopes as an enum whose keys equal its values. */
export const ApiKeyScopes = Object.fromEntries(apiKeyScopes.map((scope) => [scope, scope])) as {
  [Scope in ApiKeyScope]: Scope;
};
registerEnum(
  ApiKeyScopes,
  'ApiKeyScope',
  'What an API key may do. A scope to write includes reading.',
  Object.fromEntries(apiKeyScopes.map((scope) => [scope, descriptionOf(scope)])) as Record<ApiKeyScope, string>,
);

function descriptionOf(scope: ApiKeyScope): string {
  const names: Record<string, string> = { all: 'everything', stats: 'totals and views', audit: 'the activity' };
  const [access, noun = ''] = scope.split('_');
  return `${access === 'write' ? 'Read and write' : 'Read'} ${names[noun] ?? noun}.`;
}

@ObjectType({
  simpleResolvers: true,
  description: 'A key with which a program calls the API on behalf of a client or of the agency.',
})
@Entity('api_keys')
@Index('api_keys_client_id_idx', ['clientId', 'createdAt', 'id'])
export class ApiKey {
  @Field(() => ID, { description: 'The ID of the key.' })
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Field(() => ID, { nullable: true, description: 'The ID of the client, or null for a key of the agency.' })
  @Column('uuid', { nullable: true })
  clientId!: string | null;

  @ManyToOne(() => Client, { onDelete: 'CASCADE', nullable: true })
  @JoinColumn({ name: 'client_id' })
  client!: Relation<Client> | null;

  @Field(() => String, { description: 'The name of the key, which the audit log shows.' })
  @Column('text')
  name!: string;

  @Field(() => [ApiKeyScopes], { description: 'What the key may do.' })
  @Column('text', { array: true })
  scopes!: ApiKeyScope[];

  /** The SHA-256 hash of the token. A slow or keyed hash would add nothing, because nobody can guess 256 random bits. */
  @Index('api_keys_token_hash_key', { unique: true })
  @Column('bytea', { select: false })
  tokenHash!: Buffer;

  @Field(() => String, { description: 'The first characters of the key, to recognize it.' })
  @Column('text', { name: 'token_start' })
  start!: string;

  @Field(() => String, { description: 'The username or business name of the account that created the key.' })
  @Column('text')
  createdBy!: string;

  @Field(() => Date, { description: 'When the key was created.' })
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Field(() => Date, { nullable: true, description: 'When the key expires, or null if it does not expire.' })
  @Column('timestamptz', { nullable: true })
  expiresAt!: Date | null;

  @Field(() => Date, {
    nullable: true,
    description: 'When the key was last used, to the minute. Null if it never was.',
  })
  @Column('timestamptz', { nullable: true })
  lastUsedAt!: Date | null;

  @Field(() => Date, { nullable: true, description: 'When the key was revoked, or null if it is not revoked.' })
  @Column('timestamptz', { nullable: true })
  revokedAt!: Date | null;
}
