import type { MigrationInterface, QueryRunner } from 'typeorm';
import { secureTable } from '../secure-table';

/** The figures that are counted, as columns of `daily_figures`. `analytics.types.ts` describes them. */
const FIGURES = [
  ...['views', 'scans', 'leads', 'contacted', 'qualified', 'converted'],
  ...['replied', 'replied_in_hour', 'replied_in_day', 'messages', 'replies', 'opt_outs'],
];

/** What a lead counts as on the day of its arrival, beside a lead. A held lead counts as nothing. */
const LEAD_FIGURES = `unnest(CASE WHEN held THEN '{}' ELSE
  CASE status WHEN 'new' THEN '{}' WHEN 'contacted' THEN '{contacted}' WHEN 'qualified' THEN '{contacted,qualified}' ELSE '{contacted,qualified,converted}' END::text[]
  || CASE WHEN first_reply_at IS NULL THEN '{}' WHEN first_reply_at <= created_at + interval '1 hour' THEN '{replied,replied_in_hour,replied_in_day}'
       WHEN first_reply_at <= created_at + interval '1 day' THEN '{replied,replied_in_day}' ELSE '{replied}' END::text[] END) figure`;

const COLUMNS = 'client_id, campaign_id, source, day, figure, count';
const leadFigures = (rows: string, sign = '') =>
  `SELECT client_id, campaign_id, local_day AS day, figure, ${sign}1 AS n FROM ${rows} CROSS JOIN LATERAL ${LEAD_FIGURES}`;
const countLeads = (rows: string) => `
  INSERT INTO figure_changes (${COLUMNS}) SELECT client_id, campaign_id, NULL, day, figure, sum(n) FROM (${rows}) rows
  GROUP BY client_id, campaign_id, day, figure HAVING sum(n) <> 0;`;
const added = leadFigures('added');
const removed = leadFigures('removed', '-');

/** Views from the QR code are scans too. */
const sourceFigures = (counts: string, isScan: string) =>
  `(${counts}) counts CROSS JOIN LATERAL unnest(CASE WHEN kind = 'views' AND ${isScan} THEN ARRAY[kind, 'scans'] ELSE ARRAY[kind] END) figure`;
const countSources = (counts: string, isScan = `source = 'qr'`) => `
  INSERT INTO figure_changes (${COLUMNS})
  SELECT (SELECT client_id FROM campaigns WHERE id = campaign_id), campaign_id, source, day, figure, n FROM ${sourceFigures(counts, isScan)} WHERE day > '-infinity' AND n <> 0;`;

const timeZone = '(SELECT time_zone FROM clients WHERE clients.id = client_id)';
const sentIn = (rows: string) => `SELECT id, client_id, campaign_id, sent_at FROM ${rows} WHERE status = 'sent'`;
const countMessages = (rows: string, sign = '') => `
  INSERT INTO figure_changes (${COLUMNS}) SELECT client_id, campaign_id, NULL, day, 'messages', ${sign}count(*)
  FROM (SELECT client_id, campaign_id, (coalesce(sent_at, now()) AT TIME ZONE ${timeZone})::date AS day FROM (${rows}) messages) days
  WHERE day IS NOT NULL GROUP BY client_id, campaign_id, day;`;

const isReply = `intent <> 'stop'`;
const countReplies = (rows: string) => `
  INSERT INTO figure_changes (${COLUMNS}) SELECT client_id, campaign_id, NULL, day, figure, count(*)
  FROM (SELECT client_id, (SELECT campaign_id FROM leads WHERE leads.id = lead_id), (created_at AT TIME ZONE ${timeZone})::date,
          CASE WHEN ${isReply} THEN 'replies' ELSE 'opt_outs' END FROM ${rows}) days (client_id, campaign_id, day, figure)
  WHERE day IS NOT NULL AND campaign_id IS NOT NULL GROUP BY client_id, campaign_id, day, figure;`;

/** The body of the trigger function that counts views and leads. `isScan` is a condition on `source`. */
export const countSourceFigures = (isScan: string) => `
      IF TG_OP = 'INSERT' THEN ${countSources('SELECT *, count AS n FROM added', isScan)}
      ELSIF TG_OP = 'UPDATE' THEN ${countSources('SELECT added.*, added.count - removed.count AS n FROM added JOIN removed USING (campaign_id, day, source, kind)', isScan)}
      ELSE ${countSources('SELECT *, -count AS n FROM removed', isScan)}
      END IF;`;

const counts: { name: string; table: string; body: string; events: string[] }[] = [
  {
    name: 'count_lead_figures',
    table: 'leads',
    body: `
      IF TG_OP = 'INSERT' THEN ${countLeads(added)}
      ELSIF TG_OP = 'UPDATE' THEN ${countLeads(`${added} UNION ALL ${removed}`)}
      ELSE ${countLeads(removed)}
      END IF;`,
    events: ['INSERT', 'UPDATE', 'DELETE'],
  },
  {
    name: 'count_source_figures',
    table: 'source_counts',
    body: countSourceFigures(`source = 'qr'`),
    events: ['INSERT', 'UPDATE', 'DELETE'],
  },
  {
    name: 'count_message_figures',
    table: 'sms_messages',
    body: `
      IF TG_OP = 'INSERT' THEN ${countMessages(sentIn('added'))}
      ELSE
        ${countMessages(`${sentIn('added')} EXCEPT ${sentIn('removed')}`)}
        ${countMessages(`${sentIn('removed')} EXCEPT ${sentIn('added')}`, '-')}
      END IF;`,
    events: ['INSERT', 'UPDATE'],
  },
  {
    // The first reply is kept with the lead, because the reply is deleted with it before the lead is counted.
    name: 'count_reply_figures',
    table: 'replies',
    body: `
      ${countReplies('added')}
      UPDATE leads SET first_reply_at = first.created_at FROM (SELECT lead_id, min(created_at) AS created_at FROM added WHERE ${isReply} GROUP BY lead_id) first
      WHERE leads.id = first.lead_id AND leads.first_reply_at IS NULL;`,
    events: ['INSERT'],
  },
  {
    name: 'uncount_figures',
    table: 'daily_figures',
    body: `
      INSERT INTO figure_changes (${COLUMNS}) SELECT client_id, NULL, NULL, day, figure, -count
      FROM removed CROSS JOIN LATERAL (VALUES ${FIGURES.map((figure) => `('${figure}', ${figure})`).join()}) figures (figure, count) WHERE scope = 'campaign' AND count <> 0;`,
    events: ['DELETE'],
  },
];

const transitionTables = { INSERT: 'NEW TABLE AS added', UPDATE: 'NEW TABLE AS added OLD TABLE AS removed' };
const versionTrigger = (condition: string) => `
  DROP TRIGGER leads_version ON leads;
  CREATE TRIGGER leads_version BEFORE UPDATE ON leads FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION raise_version();`;

/**
 * Adds figures by day for the agency and for each client, campaign and source. Triggers only append to
 * `figure_changes`, so that no request waits for another one's row. A job adds them up.
 */
export class Analytics1764500000400 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE figure_changes (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        client_id uuid,
        campaign_id uuid,
        source text,
        day date NOT NULL,
        figure text NOT NULL,
        count integer NOT NULL
      );
      CREATE TABLE daily_figures (
        scope text NOT NULL,
        day date NOT NULL,
        id text NOT NULL,
        client_id uuid REFERENCES clients ON DELETE CASCADE,
        campaign_id uuid REFERENCES campaigns ON DELETE CASCADE,
        ${FIGURES.map((figure) => `${figure} integer NOT NULL DEFAULT 0`).join(',\n        ')},
        PRIMARY KEY (scope, day, id)
      );
      CREATE INDEX daily_figures_client_id_idx ON daily_figures (client_id, scope, day);
      CREATE INDEX daily_figures_campaign_id_idx ON daily_figures (campaign_id, day);
      ${secureTable('figure_changes')}
      ${secureTable('daily_figures')}
      ALTER TABLE leads ADD first_reply_at timestamptz;
      ${versionTrigger('OLD *<> NEW AND OLD.first_reply_at IS NOT DISTINCT FROM NEW.first_reply_at')}`);
    for (const { name, table, body, events } of counts) {
      await queryRunner.query(`
        CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
        BEGIN ${body}
          RETURN NULL;
        END $$`);
      for (const event of events)
        await queryRunner.query(
          `CREATE TRIGGER ${name}_${event.toLowerCase()} AFTER ${event} ON ${table}
           REFERENCING ${transitionTables[event as 'INSERT'] ?? 'OLD TABLE AS removed'} FOR EACH STATEMENT EXECUTE FUNCTION ${name}()`,
        );
    }
    // What exists already. The update of the leads counts their replies.
    await queryRunner.query(`
      ${countSources('SELECT *, count AS n FROM source_counts')}
      ${countLeads(leadFigures('leads'))}
      ${countMessages(sentIn('sms_messages'))}
      ${countReplies('replies')}
      UPDATE leads SET first_reply_at = first.created_at FROM (SELECT lead_id, min(created_at) AS created_at FROM replies WHERE ${isReply} GROUP BY lead_id) first WHERE leads.id = first.lead_id`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const { name, table, events } of counts)
      for (const event of events) await queryRunner.query(`DROP TRIGGER ${name}_${event.toLowerCase()} ON ${table}`);
    for (const { name } of counts) await queryRunner.query(`DROP FUNCTION ${name}()`);
    await queryRunner.query(`
      ${versionTrigger('OLD *<> NEW')}
      ALTER TABLE leads DROP first_reply_at;
      DROP TABLE daily_figures, figure_changes`);
  }
}
