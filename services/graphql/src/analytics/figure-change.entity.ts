import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/**
 * A change of a figure that `daily_figures` does not contain yet. Triggers on leads, messages, replies and
 * `source_counts` append them, and `add-figures.ts` adds them up.
 */
@Entity('figure_changes')
export class FigureChange {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: string;

  @Column('uuid', { nullable: true })
  clientId!: string | null;

  /** Null if the campaign was deleted, which takes its figures from its client and from the agency. */
  @Column('uuid', { nullable: true })
  campaignId!: string | null;

  /** The source of views and leads. Null for other figures. */
  @Column('text', { nullable: true })
  source!: string | null;

  @Column('date')
  day!: string;

  /** The column of `daily_figures`. */
  @Column('text')
  figure!: string;

  @Column('integer')
  count!: number;
}
