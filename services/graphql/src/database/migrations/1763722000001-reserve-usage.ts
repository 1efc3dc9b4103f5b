import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Counting against a monthly limit takes two statements, as one alone would see the limit as it was before it waited for the counter. In a function they are one way to the database and
 * back: all of one client's submissions wait for each other from the first of them on.
 */
export class ReserveUsage1763722000001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
    CREATE FUNCTION reserve_usage(client uuid, what text) RETURNS boolean LANGUAGE plpgsql AS $$
    DECLARE fits integer;
    BEGIN
      INSERT INTO usage_counters (client_id, month, kind, used)
      SELECT id, date_trunc('month', now() AT TIME ZONE time_zone), what, 0 FROM clients WHERE id = client
      ON CONFLICT (client_id, month, kind) DO UPDATE SET used = 0 WHERE false;
      UPDATE usage_counters SET used = used + 1 FROM clients
      WHERE id = client AND client_id = id AND month = date_trunc('month', now() AT TIME ZONE time_zone) AND kind = what
        AND used < CASE what WHEN 'campaigns' THEN monthly_campaign_limit WHEN 'leads' THEN monthly_lead_limit WHEN 'sms' THEN monthly_sms_limit END;
      GET DIAGNOSTICS fits = ROW_COUNT;
      RETURN fits > 0;
    END $$;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP FUNCTION reserve_usage(uuid, text)');
  }
}
