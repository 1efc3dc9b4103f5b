import type { MigrationInterface, QueryRunner } from 'typeorm';
import { CLIENT, isOfVisibleClient } from '../secure-table';

/** Adds the emails of notifications, and the switch for the text message of a new lead. */
export class NotificationEmails1764500000800 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE clients ADD COLUMN lead_notifications_enabled boolean NOT NULL DEFAULT true;
      CREATE POLICY client_changes_own ON clients FOR UPDATE TO ${CLIENT} USING (${isOfVisibleClient('id')}) WITH CHECK (${isOfVisibleClient('id')});
      GRANT UPDATE (lead_notifications_enabled) ON clients TO ${CLIENT};
      ALTER TABLE members ADD COLUMN email text;
      GRANT SELECT (email) ON members TO ${CLIENT};
      ALTER TABLE notification_settings
        ADD COLUMN email_kinds text[] NOT NULL DEFAULT '{}',
        ADD COLUMN emailed_until timestamptz,
        ADD COLUMN emailing_until timestamptz,
        ADD COLUMN next_email_at timestamptz NOT NULL DEFAULT '-infinity',
        ADD COLUMN email_failed_at timestamptz`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE notification_settings
        DROP COLUMN email_failed_at, DROP COLUMN next_email_at, DROP COLUMN emailing_until, DROP COLUMN emailed_until, DROP COLUMN email_kinds;
      ALTER TABLE members DROP COLUMN email;
      DROP POLICY client_changes_own ON clients;
      ALTER TABLE clients DROP COLUMN lead_notifications_enabled`);
  }
}
