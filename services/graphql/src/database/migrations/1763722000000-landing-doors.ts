import type { MigrationInterface, QueryRunner } from 'typeorm';

const changes = (table: string, events: string, condition = '') =>
  `CREATE CONSTRAINT TRIGGER note_landing_change AFTER ${events} ON ${table} DEFERRABLE INITIALLY DEFERRED FOR EACH ROW ${condition} EXECUTE FUNCTION note_landing_change();`;

/**
 * Landing pages are kept where they are read, so each change of what a page shows is noted: by triggers, so that none is forgotten. They run at the commit's end:
 * the counter's row, which puts versions into the order of commits, is then the last lock of each transaction, and no two wait for each other.
 */
export class LandingDoors1763722000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
    CREATE TABLE landing_version (
      version bigint NOT NULL DEFAULT 0,
      singleton boolean NOT NULL DEFAULT true CHECK (singleton),
      CONSTRAINT "PK_landing_version" PRIMARY KEY (singleton)
    );
    INSERT INTO landing_version DEFAULT VALUES;
    CREATE TABLE landing_changes (
      version bigint NOT NULL,
      handle text NOT NULL,
      xact text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT "PK_landing_changes" PRIMARY KEY (version)
    );
    CREATE UNIQUE INDEX landing_changes_xact_key ON landing_changes (xact, handle);
    CREATE TABLE landing_doors (
      id uuid NOT NULL,
      seen bigint NOT NULL DEFAULT 0,
      lease_until timestamptz NOT NULL DEFAULT now(),
      batch integer NOT NULL DEFAULT 0,
      CONSTRAINT "PK_landing_doors" PRIMARY KEY (id)
    );

    CREATE FUNCTION landing_changed(changed text) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE next bigint;
    BEGIN
      IF changed IS NULL OR EXISTS (SELECT FROM landing_changes WHERE xact = pg_current_xact_id()::text AND handle = changed) THEN RETURN; END IF;
      UPDATE landing_version SET version = version + 1 RETURNING version INTO next;
      INSERT INTO landing_changes (version, handle, xact) VALUES (next, changed, pg_current_xact_id()::text);
      PERFORM pg_notify('landing_changes', '');
    END $$;

    CREATE FUNCTION note_landing_change() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      before jsonb := to_jsonb(OLD);
      after jsonb := to_jsonb(NEW);
      client uuid;
    BEGIN
      IF TG_TABLE_NAME = 'clients' THEN
        PERFORM landing_changed(before->>'handle');
        PERFORM landing_changed(after->>'handle');
        RETURN NULL;
      END IF;
      client := coalesce(after->>'client_id', before->>'client_id');
      IF client IS NULL THEN
        SELECT client_id INTO client FROM campaigns WHERE id = coalesce(after->>'campaign_id', before->>'campaign_id')::uuid;
      END IF;
      PERFORM landing_changed((SELECT handle FROM clients WHERE id = client));
      RETURN NULL;
    END $$;

    ${changes('clients', 'UPDATE', 'WHEN (OLD.* IS DISTINCT FROM NEW.*)')}
    ${changes('campaigns', 'INSERT OR UPDATE OR DELETE')}
    ${changes('form_fields', 'INSERT OR UPDATE OR DELETE')}
    ${changes('former_slugs', 'INSERT OR UPDATE OR DELETE')}
    CREATE CONSTRAINT TRIGGER note_landing_end AFTER DELETE ON clients DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_landing_change();
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['clients', 'campaigns', 'form_fields', 'former_slugs'])
      await queryRunner.query(`DROP TRIGGER note_landing_change ON ${table}`);
    await queryRunner.query('DROP TRIGGER note_landing_end ON clients');
    await queryRunner.query('DROP FUNCTION note_landing_change(); DROP FUNCTION landing_changed(text)');
    await queryRunner.query('DROP TABLE landing_doors, landing_changes, landing_version');
  }
}
