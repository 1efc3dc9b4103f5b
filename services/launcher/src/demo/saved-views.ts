import type { Client } from 'pg';

const newestFirst = { orderBy: 'createdAt', direction: 'desc' };

const views = {
  Pipeline: { filter: {}, ...newestFirst, layout: 'board', hiddenColumns: [] },
  'Urgent and new': {
    filter: { status: 'new', tag: 'Urgent' },
    ...newestFirst,
    layout: 'table',
    hiddenColumns: ['tags'],
  },
};

/** Saves two views of a client's leads. */
export async function saveViews(db: Client, clientId: string): Promise<void> {
  for (const [name, query] of Object.entries(views))
    await db.query('INSERT INTO saved_views (client_id, name, query) VALUES ($1, $2, $3)', [clientId, name, query]);
}
