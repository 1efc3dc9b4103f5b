import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Uploads and what became of them. */
export class StoredObjects1763720000001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
    CREATE TABLE stored_objects (
      id uuid NOT NULL,
      state text NOT NULL,
      client_id uuid,
      asked_by text NOT NULL,
      expires_at timestamptz,
      path text,
      size integer,
      mime_type text,
      created_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT "PK_stored_objects" PRIMARY KEY (id)
    );
    CREATE UNIQUE INDEX stored_objects_path_key ON stored_objects (path);
    CREATE INDEX stored_objects_client_id_idx ON stored_objects (client_id);
    CREATE INDEX stored_objects_doomed_idx ON stored_objects (created_at) WHERE state = 'doomed';
    CREATE INDEX stored_objects_expires_at_idx ON stored_objects (expires_at);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE stored_objects');
  }
}
