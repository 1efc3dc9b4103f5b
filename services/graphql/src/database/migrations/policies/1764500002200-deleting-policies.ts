import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isNotOfDeleting } from '../../secure-table';

/** The conditions that hide the rows of a campaign or sequence that is being deleted, by large table. */
const conditions = (isShown: (column: string) => string): Record<string, string> => ({
  leads: isShown('campaign_id'),
  spam_leads: isShown('campaign_id'),
  enrollments: `sequence_id IS NULL OR ${isShown('sequence_id')}`,
  sms_messages: `${isShown('campaign_id')} AND (sms_sequence_id IS NULL OR ${isShown('sms_sequence_id')})`,
});

/**
 * Replaces conditions with ones of the same meaning. Where all rows have few campaigns, Postgres expected the previous
 * ones to hide them all, so it read and sorted a client's leads for each page.
 */
export class DeletingPolicies1764500002200 implements MigrationInterface {
  /** Each statement locks its table for itself. They can be repeated. */
  readonly transaction = false;

  up(queryRunner: QueryRunner): Promise<void> {
    return replace(queryRunner, (column) => `${column} NOT IN (SELECT unnest(deleting_parents()))`);
  }

  down(queryRunner: QueryRunner): Promise<void> {
    return replace(queryRunner, isNotOfDeleting);
  }
}

async function replace(queryRunner: QueryRunner, isShown: (column: string) => string): Promise<void> {
  for (const [table, condition] of Object.entries(conditions(isShown)))
    await queryRunner.query(`ALTER POLICY hides_deleting ON ${table} USING (${condition})`);
}
