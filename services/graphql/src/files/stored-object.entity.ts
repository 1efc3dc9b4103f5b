import { Column, CreateDateColumn, Entity, Index, PrimaryColumn } from 'typeorm';

/** `awaited`: its address was given out; `received`: something was put there; `stored`: checked and public; `doomed`: to be removed from the store, then here. */
export type ObjectState = 'awaited' | 'received' | 'stored' | 'doomed';

/** One object, from its upload address to its removal. No foreign keys: it outlives what it belonged to until the store has let it go. */
@Entity('stored_objects')
@Index('stored_objects_path_key', ['path'], { unique: true })
@Index('stored_objects_client_id_idx', ['clientId'])
@Index('stored_objects_doomed_idx', ['createdAt'], { where: "state = 'doomed'" })
@Index('stored_objects_expires_at_idx', ['expiresAt'])
@Index('stored_objects_original_id_idx', ['originalId'], { where: 'original_id IS NOT NULL' })
export class StoredObject {
  /** Also its name in the store. */
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  state!: ObjectState;

  /** The client it belongs to; a campaign image has none until its campaign is saved. */
  @Column('uuid', { nullable: true })
  clientId!: string | null;

  /** Who may take the upload further: `admin:…`, `client:…` or `link`; nobody where we made it ourselves (`us`). */
  @Column('text')
  askedBy!: string;

  /** Until when something may be put there; null once nothing can and nothing is left over. */
  @Column('timestamptz', { nullable: true })
  expiresAt!: Date | null;

  /** Its public path, once stored. */
  @Column('text', { nullable: true })
  path!: string | null;

  /** Known once it arrived, or was checked; counts against its client's storage. */
  @Column('integer', { nullable: true })
  size!: number | null;

  /** What its first bytes say; what the uploader said only where they say nothing. */
  @Column('text', { nullable: true })
  mimeType!: string | null;

  /** The image that this is a smaller copy of. Copies have no client: they count against nobody's storage and go when their original goes. */
  @Column('uuid', { nullable: true })
  originalId!: string | null;

  /** Of an image that could be measured, in px as it is shown. */
  @Column('integer', { nullable: true })
  width!: number | null;

  @Column('integer', { nullable: true })
  height!: number | null;

  /** When its smaller copies were made, or it turned out to have none. */
  @Column('timestamptz', { nullable: true })
  renderedAt!: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
