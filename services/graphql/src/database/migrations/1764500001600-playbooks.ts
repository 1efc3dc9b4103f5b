import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isNotOfDeleting, secureTable } from '../secure-table';

/** Adds playbooks with their versions and copies. They are the agency's, so clients have no access to them. */
export class Playbooks1764500001600 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE playbooks (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        campaign_id uuid REFERENCES campaigns ON DELETE SET NULL,
        name text NOT NULL,
        description text NOT NULL DEFAULT '',
        newest_version integer NOT NULL DEFAULT 1,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        version integer NOT NULL DEFAULT 1
      );
      CREATE INDEX playbooks_campaign_id_idx ON playbooks (campaign_id);
      CREATE TRIGGER playbooks_version BEFORE UPDATE ON playbooks FOR EACH ROW WHEN (OLD *<> NEW) EXECUTE FUNCTION raise_version();
      ${secureTable('playbooks')}
      CREATE TABLE playbook_versions (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        playbook_id uuid NOT NULL REFERENCES playbooks ON DELETE CASCADE,
        number integer NOT NULL,
        content jsonb NOT NULL,
        published_by text NOT NULL,
        published_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE UNIQUE INDEX playbook_versions_number_key ON playbook_versions (playbook_id, number);
      ${secureTable('playbook_versions')}
      CREATE TABLE playbook_copies (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        playbook_id uuid NOT NULL REFERENCES playbooks ON DELETE CASCADE,
        client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
        campaign_id uuid NOT NULL REFERENCES campaigns ON DELETE CASCADE,
        version_number integer NOT NULL,
        sequence_ids jsonb NOT NULL DEFAULT '{}',
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE UNIQUE INDEX playbook_copies_client_key ON playbook_copies (playbook_id, client_id);
      CREATE UNIQUE INDEX playbook_copies_campaign_key ON playbook_copies (campaign_id);
      CREATE INDEX playbook_copies_client_id_idx ON playbook_copies (client_id);
      CREATE INDEX playbook_copies_playbook_id_idx ON playbook_copies (playbook_id, created_at, id);
      ${secureTable('playbook_copies', undefined, isNotOfDeleting('campaign_id'))}`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE playbook_copies, playbook_versions, playbooks');
  }
}
