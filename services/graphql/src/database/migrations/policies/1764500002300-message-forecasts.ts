import type { MigrationInterface, QueryRunner } from 'typeorm';
import { secureTable } from '../../secure-table';

/** Stores each client's forecast of messages, so that the agency's Overview reads one row per client. */
export class MessageForecasts1764500002300 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE message_forecasts (
        client_id uuid PRIMARY KEY REFERENCES clients ON DELETE CASCADE,
        month date NOT NULL,
        monthly_sms_limit integer NOT NULL,
        total integer NOT NULL,
        exceeds_limit_on date,
        computed_at timestamptz NOT NULL DEFAULT now()
      );
      ${secureTable('message_forecasts')}
      CREATE TRIGGER record_client_added AFTER INSERT ON message_forecasts
        FOR EACH ROW WHEN (NEW.exceeds_limit_on IS NOT NULL) EXECUTE FUNCTION record_client_change();
      CREATE TRIGGER record_client_change AFTER UPDATE ON message_forecasts
        FOR EACH ROW WHEN (OLD.exceeds_limit_on IS DISTINCT FROM NEW.exceeds_limit_on) EXECUTE FUNCTION record_client_change()`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE message_forecasts');
  }
}
