import type { TestSequence } from '@dripline/tests/harness/messaging-harness';
import type { Pool, PoolClient } from 'pg';

const PER_STATEMENT = 10_000;
let lastNumber = 20_000_000;

/** The kind of enrollments to insert. */
export interface SeededEnrollments {
  count: number;
  /** `active` enrollments are due in a day and their workflows are started. `completed` ones are history. */
  status: 'active' | 'completed';
  /** Leads without an enrollment that are inserted for each enrollment. */
  otherLeadsPerEnrollment?: number;
}

/**
 * Inserts leads and their enrollments, with SQL because submissions would be much slower. Their numbers do not repeat.
 */
export async function seedEnrollments(
  db: Pool,
  { clientId, campaignId, sequenceId }: TestSequence,
  { count, status, otherLeadsPerEnrollment = 0 }: SeededEnrollments,
): Promise<void> {
  const isActive = status === 'active';
  for (let inserted = 0; inserted < count; inserted += PER_STATEMENT) {
    const rows = Math.min(PER_STATEMENT, count - inserted);
    await withoutTimeout(db, (connection) =>
      connection.query(
        `WITH lead AS (INSERT INTO leads (client_id, campaign_id, form_data, full_name, phone, phone_e164, created_at)
           SELECT $1, $2, '{}', 'Lead ' || n, '+1' || 2010000000 + n, '+1' || 2010000000 + n, now() - interval '1 day' FROM generate_series($4::bigint, $5) n RETURNING id, phone_e164),
         agreed AS (INSERT INTO consents (client_id, lead_id, phone_e164, disclosure, via, ip_address, user_agent) SELECT $1, id, phone_e164, '', 'api', '', '' FROM lead),
         other AS (INSERT INTO leads (client_id, campaign_id, form_data) SELECT $1, $2, '{}' FROM generate_series(1, $6::int)),
         steps AS (SELECT jsonb_agg(jsonb_build_object('delayMinutes', delay_minutes, 'message', message) ORDER BY position) AS steps FROM steps WHERE sequence_id = $3),
         enrolled AS (INSERT INTO enrollments (client_id, sequence_id, sequence_version, lead_id, to_e164, steps, status, next_due_at)
           SELECT $1, $3, 1, lead.id, lead.phone_e164, steps.steps, $7::enrollment_status, CASE WHEN $8 THEN now() + interval '1 day' END FROM lead, steps RETURNING id)
         INSERT INTO outbox (kind, client_id, subject_id) SELECT 'start', $1, id FROM enrolled WHERE $8`,
        [
          clientId,
          campaignId,
          sequenceId,
          lastNumber + 1,
          lastNumber + rows,
          rows * otherLeadsPerEnrollment,
          status,
          isActive,
        ],
      ),
    );
    lastNumber += rows;
  }
}

/** Runs SQL that may take longer than a request. */
async function withoutTimeout(db: Pool, run: (connection: PoolClient) => Promise<unknown>): Promise<void> {
  const connection = await db.connect();
  try {
    await connection.query('SET statement_timeout = 0');
    await run(connection);
  } finally {
    connection.release();
  }
}
