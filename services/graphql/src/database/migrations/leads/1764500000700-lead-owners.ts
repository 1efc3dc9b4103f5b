import type { MigrationInterface, QueryRunner } from 'typeorm';
import { hasParentOfSameClient, isOfVisibleClient, secureTable } from '../../secure-table';

/**
 * Adds the owners of leads, the history of their status and owner, the notifications of accounts, and what each account
 * has seen and muted. Owners are not foreign keys, because the deletion of a member would change all its leads in one
 * statement.
 */
export class LeadOwners1764500000700 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    const visibleRows = isOfVisibleClient();
    await queryRunner.query(`
      ALTER TABLE leads ADD COLUMN owner_id uuid;
      ALTER TABLE lead_job_changes ADD COLUMN previous_owner_id uuid;
      CREATE TABLE lead_history (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        client_id uuid NOT NULL,
        lead_id uuid NOT NULL REFERENCES leads ON DELETE CASCADE,
        kind text NOT NULL,
        previous text,
        current text,
        actor_name text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX lead_history_lead_id_idx ON lead_history (lead_id, created_at);
      CREATE TABLE notifications (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
        member_id uuid,
        kind text NOT NULL,
        lead_id uuid REFERENCES leads ON DELETE CASCADE,
        leads integer NOT NULL DEFAULT 1,
        actor_name text,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX notifications_client_id_idx ON notifications (client_id, created_at, id);
      CREATE INDEX notifications_lead_id_idx ON notifications (lead_id);
      CREATE INDEX notifications_created_at_idx ON notifications (created_at);
      CREATE TABLE notification_settings (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
        admin_id uuid REFERENCES users ON DELETE CASCADE,
        member_id uuid REFERENCES members ON DELETE CASCADE,
        seen_at timestamptz,
        muted text[] NOT NULL DEFAULT '{}'
      );
      CREATE UNIQUE INDEX notification_settings_account_key ON notification_settings (client_id, coalesce(admin_id, member_id, client_id));
      CREATE INDEX notification_settings_admin_id_idx ON notification_settings (admin_id);
      CREATE INDEX notification_settings_member_id_idx ON notification_settings (member_id);
      ${secureTable('lead_history', {
        privileges: 'SELECT, INSERT, DELETE',
        visibleRows,
        writableRows: `${visibleRows} AND ${hasParentOfSameClient('lead_history', 'leads', 'lead_id')}`,
      })}
      ${secureTable('notifications', {
        privileges: 'SELECT, INSERT, DELETE',
        visibleRows,
        writableRows: `${visibleRows} AND (lead_id IS NULL OR ${hasParentOfSameClient('notifications', 'leads', 'lead_id')})`,
      })}
      ${secureTable('notification_settings', { privileges: 'SELECT, INSERT, UPDATE, DELETE', visibleRows })}`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP TABLE notification_settings;
      DROP TABLE notifications;
      DROP TABLE lead_history;
      ALTER TABLE lead_job_changes DROP COLUMN previous_owner_id;
      ALTER TABLE leads DROP COLUMN owner_id`);
  }
}
