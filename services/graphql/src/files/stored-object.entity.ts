import { Column, CreateDateColumn, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * The lifecycle of an object:
 * - `pending`: its upload URL was created
 * - `uploaded`: something was uploaded
 * - `published`: validated and public
 * - `deleting`: marked for deletion, first from the store and then from this table
 */
export type ObjectState = 'pending' | 'uploaded' | 'published' | 'deleting';

/**
 * An object in the store, from its upload URL to its deletion. No foreign keys, because it outlives its owner until
 * deleted.
 */
@Entity('stored_objects')
@Index('stored_objects_path_key', ['path'], { unique: true })
@Index('stored_objects_client_id_idx', ['clientId'])
@Index('stored_objects_deleting_idx', ['createdAt'], { where: "state = 'deleting'" })
@Index('stored_objects_unrendered_idx', { synchronize: false })
@Index('stored_objects_expires_at_idx', ['expiresAt'])
@Index('stored_objects_original_id_idx', ['originalId'], { where: 'original_id IS NOT NULL' })
export class StoredObject {
  /** The id, which is also the name in the store. */
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  state!: ObjectState;

  /** The client's id. Null for an image of a campaign or brand until that is saved. */
  @Column('uuid', { nullable: true })
  clientId!: string | null;

  /**
   * Who may complete the upload: `admin:<id>`, `client:<id>` or `link`. `system` for objects that the server created.
   */
  @Column('text')
  uploader!: string;

  /** When the upload URL expires. Null once leftovers of a completed upload are deleted. */
  @Column('timestamptz', { nullable: true })
  expiresAt!: Date | null;

  /** The public path, once published. */
  @Column('text', { nullable: true })
  path!: string | null;

  /** The size in bytes. Until uploaded, the most that the upload can take. Counts towards the client's storage quota. */
  @Column('integer', { nullable: true })
  size!: number | null;

  /** The detected media type, or if detection failed, the claimed one. */
  @Column('text', { nullable: true })
  mimeType!: string | null;

  /** The original of a smaller copy. Copies count towards no quota and are deleted with their original. */
  @Column('uuid', { nullable: true })
  originalId!: string | null;

  /** The width of an image in pixels, after applying the EXIF orientation. */
  @Column('integer', { nullable: true })
  width!: number | null;

  @Column('integer', { nullable: true })
  height!: number | null;

  /** When the smaller copies were created, or found to be unnecessary. */
  @Column('timestamptz', { nullable: true })
  renderedAt!: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
