import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ofVisibleClient, secure } from './row-security';

/** Administrators invite each other, and who changed what is kept: without a foreign key, since it outlives the client and the administrator. */
export class AdminsAndAudit1763725100000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
    CREATE TABLE admin_invitations (
      id uuid NOT NULL DEFAULT gen_random_uuid(),
      token_hash text NOT NULL,
      user_id uuid NOT NULL,
      expires_at timestamptz NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT "PK_admin_invitations" PRIMARY KEY (id),
      CONSTRAINT "FK_d83a70eeffb8d90de7b73597177" FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
    );
    CREATE UNIQUE INDEX admin_invitations_token_hash_key ON admin_invitations (token_hash);
    CREATE INDEX admin_invitations_user_id_idx ON admin_invitations (user_id);
    CREATE TYPE audit_actor AS ENUM ('admin', 'client', 'link', 'nobody');
    CREATE TABLE audit_entries (
      id uuid NOT NULL DEFAULT gen_random_uuid(),
      actor audit_actor NOT NULL,
      by_user uuid,
      actor_name text,
      for_client uuid,
      operation text NOT NULL,
      object_kind text,
      object_key text,
      outcome text,
      network text,
      created_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT "PK_audit_entries" PRIMARY KEY (id)
    );
    CREATE INDEX audit_entries_created_at_idx ON audit_entries (created_at, id);
    CREATE INDEX audit_entries_for_client_idx ON audit_entries (for_client, created_at, id);
    ${secure('admin_invitations')}
    ${secure('audit_entries', { may: 'SELECT', rows: ofVisibleClient('for_client') })}
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE audit_entries; DROP TYPE audit_actor; DROP TABLE admin_invitations');
  }
}
