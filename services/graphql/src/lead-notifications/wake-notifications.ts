import type { DataSource } from 'typeorm';
import type { BulkTask, NextPage } from '../outbox/bulk-work';
import { enqueueRows } from '../outbox/enqueue';

const PAGE = 500;

/** Enqueues the signals of one page of lead notifications that are not sent yet, in order of their leads' ids. */
export async function wakeNotificationsPage(dataSource: DataSource, { cursor }: BulkTask): Promise<NextPage> {
  const page = `WITH page AS (SELECT client_id, lead_id AS id FROM lead_notifications
    WHERE status = 'queued' AND lead_id > coalesce($1::uuid, '00000000-0000-0000-0000-000000000000') ORDER BY lead_id LIMIT ${PAGE})`;
  const signalled = await dataSource.query<{ id: string }[]>(
    `${enqueueRows('lead_notification', 'SELECT client_id, id FROM page', page)} RETURNING subject_id AS id`,
    [cursor],
  );
  const last = signalled.at(-1);
  return signalled.length < PAGE || !last ? null : { cursor: last.id };
}
