import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Lead } from '../lead.entity';
import { LeadImport } from './lead-import.entity';

/** A row of an imported file, until it is deleted with its import. */
@Entity('lead_import_rows')
@Index('lead_import_rows_phone_idx', ['clientId', 'phoneE164'])
@Index('lead_import_rows_email_idx', ['clientId', 'email'])
@Index('lead_import_rows_lead_id_idx', ['leadId'])
export class LeadImportRow {
  @PrimaryColumn('uuid')
  importId!: string;

  @ManyToOne(() => LeadImport, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'import_id' })
  import!: Relation<LeadImport>;

  /** Its position in the file, from 0. The column names are not counted. */
  @PrimaryColumn('integer')
  position!: number;

  @Column('uuid')
  clientId!: string;

  /** The cells as in the file. Empty when the lead is stored. */
  @Column('text', { array: true })
  cells!: string[];

  @Column('text', { nullable: true })
  phoneE164!: string | null;

  /** The email address in lower case. */
  @Column('text', { nullable: true })
  email!: string | null;

  /** Why the row cannot be imported. */
  @Column('text', { nullable: true })
  problem!: string | null;

  /** The lead that was imported from the row, which goes with its lead. */
  @Column('uuid', { nullable: true })
  leadId!: string | null;

  @ManyToOne(() => Lead, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'lead_id' })
  lead!: Relation<Lead> | null;
}
