import type { DataSource, EntityManager } from 'typeorm';
import { withDeleting } from '../access/scope';
import { markObjectsPageForDeletion, markUnusedMediaForDeletion } from '../files/mark-for-deletion';
import { deleteLeads } from '../leads/delete-leads';
import type { NextPage } from '../outbox/bulk-work';
import { enqueueRows } from '../outbox/enqueue';

/** Rows deleted per transaction. Kept small, because form submissions to the client wait for the transaction. */
const PAGE = 200;

/** Deletes one page of rows. Returns how many. */
type DeletePage = (db: EntityManager, id: string) => Promise<number>;

// The condition is checked twice, because rows in different partitions of `views` can have the same `ctid`.
const rowsOf =
  (table: string, condition: string): DeletePage =>
  async (db, id) => {
    const [, deleted] = await db.query<[unknown[], number]>(
      `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${PAGE})) AND ${condition}`,
      [id],
    );
    return deleted;
  };

const leadsOf =
  (condition: string): DeletePage =>
  async (db, id) => {
    const leads = await db.query<{ id: string; client_id: string }[]>(
      `SELECT id, client_id FROM leads WHERE ${condition} ORDER BY created_at, id LIMIT ${PAGE}`,
      [id],
    );
    const [first] = leads;
    return first
      ? deleteLeads(
          db,
          first.client_id,
          leads.map((lead) => lead.id),
        )
      : 0;
  };

const enrollmentsOf =
  (condition: string): DeletePage =>
  async (db, id) => {
    const deleted = await db.query<unknown[]>(
      `WITH page AS MATERIALIZED (
         SELECT id FROM enrollments WHERE ${condition} ORDER BY id LIMIT ${PAGE} FOR UPDATE
       ), deleted AS (
         DELETE FROM enrollments WHERE id IN (SELECT id FROM page) RETURNING client_id, id, status
       ), signalled AS (${enqueueRows('signal', `SELECT client_id, id FROM deleted WHERE status IN ('active', 'held')`)})
       SELECT FROM deleted`,
      [id],
    );
    return deleted.length;
  };

const CAMPAIGNS = '(SELECT id FROM campaigns WHERE client_id = $1)';

/** In this order, because later pages assume that nothing of the earlier ones is left. */
const pages = {
  sequences: [enrollmentsOf('sequence_id = $1')],
  campaigns: [
    leadsOf('campaign_id = $1'),
    enrollmentsOf('sequence_id IN (SELECT id FROM sequences WHERE campaign_id = $1)'),
    rowsOf('lead_import_rows', 'import_id IN (SELECT id FROM lead_imports WHERE campaign_id = $1)'),
    ...['spam_leads', 'views', 'source_counts'].map((table) => rowsOf(table, 'campaign_id = $1')),
  ],
  clients: [
    leadsOf('client_id = $1'),
    enrollmentsOf('client_id = $1'),
    ...['views', 'source_counts'].map((table) => rowsOf(table, `campaign_id IN ${CAMPAIGNS}`)),
    ...['spam_leads', 'webhook_deliveries', 'files', 'lead_import_rows'].map((table) =>
      rowsOf(table, 'client_id = $1'),
    ),
    (db: EntityManager, id: string) => markObjectsPageForDeletion(db, id, PAGE),
  ],
};

/**
 * Deletes a page of what belongs to the row, and at last the row. Its foreign keys cascade to what is small, and to
 * what was added in the meantime.
 */
function deletePage(
  dataSource: DataSource,
  table: keyof typeof pages,
  id: string,
  onDeleted?: (db: EntityManager) => Promise<void>,
): Promise<NextPage> {
  return withDeleting(() =>
    dataSource.transaction(async (db) => {
      for (const page of pages[table]) if ((await page(db, id)) > 0) return {};
      await db.query(`DELETE FROM ${table} WHERE id = $1`, [id]);
      await onDeleted?.(db);
      return null;
    }),
  );
}

/** Deletes a page of a client. */
export const deleteClientPage = (dataSource: DataSource, id: string) => deletePage(dataSource, 'clients', id);

/** Deletes a page of a sequence. */
export const deleteSequencePage = (dataSource: DataSource, id: string) => deletePage(dataSource, 'sequences', id);

/** Deletes a page of a campaign, and at last the images that only it shows. */
export async function deleteCampaignPage(dataSource: DataSource, id: string): Promise<NextPage> {
  const media = await withDeleting(() =>
    dataSource.query<{ path: string }[]>(
      `SELECT unnest(ARRAY[logo_image_url, background_image_url, form_image_url, form_video_url]) AS path FROM campaigns WHERE id = $1
       UNION SELECT form_image_url FROM ab_tests JOIN ab_test_variants variant ON variant.test_id = ab_tests.id WHERE campaign_id = $1`,
      [id],
    ),
  );
  const paths = media.map(({ path }) => path);
  return deletePage(dataSource, 'campaigns', id, (db) => markUnusedMediaForDeletion(db, paths));
}
