import type { MigrationInterface, QueryRunner } from 'typeorm';

const counted = 'client_id, campaign_id, status, held';
const count = (changes: string) => `
  INSERT INTO lead_counts AS counts (${counted}, leads)
  SELECT ${counted}, sum(n) FROM (${changes}) changes GROUP BY ${counted} HAVING sum(n) <> 0 ORDER BY campaign_id, status, held
  ON CONFLICT (campaign_id, status, held) DO UPDATE SET leads = counts.leads + excluded.leads;`;
const added = `SELECT ${counted}, 1 AS n FROM added`;
const removed = `SELECT ${counted}, -1 AS n FROM removed`;

/** Leads are counted as they come, so that no dashboard has to read them all. */
export class LeadCounts1763720200000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
    CREATE TABLE lead_counts (
      client_id uuid NOT NULL,
      campaign_id uuid NOT NULL,
      status lead_status NOT NULL,
      held boolean NOT NULL,
      leads integer NOT NULL,
      CONSTRAINT "PK_lead_counts" PRIMARY KEY (campaign_id, status, held)
    );
    CREATE INDEX lead_counts_client_id_idx ON lead_counts (client_id);
    INSERT INTO lead_counts (${counted}, leads) SELECT ${counted}, count(*) FROM leads GROUP BY ${counted};

    CREATE FUNCTION count_leads() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'INSERT' THEN ${count(added)}
      ELSIF TG_OP = 'UPDATE' THEN ${count(`${added} UNION ALL ${removed}`)}
      ELSE ${count(removed)}
        DELETE FROM lead_counts WHERE leads = 0 AND campaign_id IN (SELECT campaign_id FROM removed);
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER count_added AFTER INSERT ON leads REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_leads();
    CREATE TRIGGER count_changed AFTER UPDATE ON leads REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_leads();
    CREATE TRIGGER count_removed AFTER DELETE ON leads REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_leads();
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'DROP TRIGGER count_added ON leads; DROP TRIGGER count_changed ON leads; DROP TRIGGER count_removed ON leads',
    );
    await queryRunner.query('DROP FUNCTION count_leads()');
    await queryRunner.query('DROP TABLE lead_counts');
  }
}
