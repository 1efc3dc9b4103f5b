import type { MigrationInterface, QueryRunner } from 'typeorm';

const group = 'campaign_id, day, source';
const view = (rows: string) =>
  `SELECT campaign_id, (created_at AT TIME ZONE 'UTC')::date AS day, coalesce(source, 'direct') AS source FROM ${rows}`;
const lead = (rows: string) => `${view(rows)} WHERE NOT held`;
// In one order, so that two batches do not wait for each other.
const add = (kind: 'views' | 'leads', rows: string) => `
  INSERT INTO source_counts AS counts (${group}, kind, n)
  SELECT ${group}, '${kind}', count(*) FROM (${rows}) added_rows GROUP BY ${group} ORDER BY ${group}
  ON CONFLICT (${group}, kind) DO UPDATE SET n = counts.n + excluded.n;`;
// Where the campaign goes, its counts may have gone before its leads.
const take = (kind: 'views' | 'leads', rows: string) => `
  UPDATE source_counts counts SET n = counts.n - gone.n
  FROM (SELECT ${group}, count(*) AS n FROM (${rows}) removed_rows GROUP BY ${group}) gone
  WHERE (counts.campaign_id, counts.day, counts.source, counts.kind) = (gone.campaign_id, gone.day, gone.source, '${kind}');`;

/** Views and leads are counted by their source as they come, by UTC day, so that no dashboard has to read them all. */
export class SourceCounts1763722200001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
    CREATE TABLE source_counts (
      campaign_id uuid NOT NULL,
      day date NOT NULL,
      source text NOT NULL,
      kind text NOT NULL,
      n integer NOT NULL,
      CONSTRAINT "PK_source_counts" PRIMARY KEY (campaign_id, day, source, kind),
      CONSTRAINT "FK_source_counts_campaign" FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE CASCADE
    );
    CREATE FUNCTION count_view_sources() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'INSERT' THEN ${add('views', view('added'))}
      ELSE ${take('views', view('removed'))}
      END IF;
      RETURN NULL;
    END $$;
    CREATE FUNCTION count_lead_sources() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'INSERT' THEN ${add('leads', lead('added'))}
      ELSIF TG_OP = 'UPDATE' THEN
        ${add('leads', `${lead('added')} EXCEPT ALL ${lead('removed')}`)}
        ${take('leads', `${lead('removed')} EXCEPT ALL ${lead('added')}`)}
      ELSE ${take('leads', lead('removed'))}
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER count_sources_added AFTER INSERT ON views REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_view_sources();
    CREATE TRIGGER count_sources_removed AFTER DELETE ON views REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_view_sources();
    CREATE TRIGGER count_sources_added AFTER INSERT ON leads REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_lead_sources();
    CREATE TRIGGER count_sources_changed AFTER UPDATE ON leads REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_lead_sources();
    CREATE TRIGGER count_sources_removed AFTER DELETE ON leads REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_lead_sources();
    `);
    // After the triggers, whose making keeps writers out: nothing that comes meanwhile is missed or counted twice.
    await queryRunner.query(`${add('views', view('views'))} ${add('leads', lead('leads'))}`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
    DROP TRIGGER count_sources_added ON views; DROP TRIGGER count_sources_removed ON views;
    DROP TRIGGER count_sources_added ON leads; DROP TRIGGER count_sources_changed ON leads; DROP TRIGGER count_sources_removed ON leads;
    DROP FUNCTION count_view_sources(); DROP FUNCTION count_lead_sources();
    DROP TABLE source_counts;
    `);
  }
}
