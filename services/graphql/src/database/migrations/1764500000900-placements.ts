import type { MigrationInterface, QueryRunner } from 'typeorm';
import { hasParentOfSameClient, isOfVisibleClient, secureTable } from '../secure-table';
import { countSourceFigures } from './1764500000400-analytics';
import { ALWAYS_NAMED, countBySource } from './initial-schema/functions-and-triggers';

const figuresFunction = (isScan: string) => `
  CREATE OR REPLACE FUNCTION count_source_figures() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  BEGIN ${countSourceFigures(isScan)}
    RETURN NULL;
  END $$;`;

/**
 * Adds placements of QR codes. Their scans and leads are counted by the source `qr-` and the code. Strangers cannot use
 * up the room of their names, because they can invent sources but no placements.
 */
export class Placements1764500000900 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    const visibleRows = isOfVisibleClient();
    await queryRunner.query(`
      CREATE TABLE placements (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
        campaign_id uuid REFERENCES campaigns ON DELETE SET NULL,
        code text NOT NULL,
        name text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        version integer NOT NULL DEFAULT 1
      );
      CREATE UNIQUE INDEX placements_code_key ON placements (code);
      CREATE INDEX placements_client_id_idx ON placements (client_id, created_at, id);
      CREATE INDEX placements_campaign_id_idx ON placements (campaign_id);
      CREATE TRIGGER placements_version BEFORE UPDATE ON placements FOR EACH ROW WHEN (OLD *<> NEW) EXECUTE FUNCTION raise_version();
      ${secureTable('placements', {
        privileges: 'SELECT, INSERT, UPDATE, DELETE',
        visibleRows,
        writableRows: `${visibleRows} AND (campaign_id IS NULL OR ${hasParentOfSameClient('placements', 'campaigns', 'campaign_id')})`,
      })}
      CREATE FUNCTION is_scan(source text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN source = 'qr' OR source ~ '^qr-[a-hjkmnp-z2-9]{8}$';
      CREATE FUNCTION placement_name(client uuid, source text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE RETURN
        (SELECT name FROM placements WHERE source LIKE 'qr-%' AND code = substr(source, 4) AND client_id = coalesce(client, client_id));
      ${countBySource(`source IN ${ALWAYS_NAMED} OR EXISTS (SELECT FROM placements WHERE code = substr(source, 4) AND source LIKE 'qr-%')`)}
      ${figuresFunction('is_scan(source)')}`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ${figuresFunction(`source = 'qr'`)}
      ${countBySource(`source IN ${ALWAYS_NAMED}`)}
      DROP FUNCTION placement_name(uuid, text);
      DROP FUNCTION is_scan(text);
      DROP TABLE placements`);
  }
}
