import { Client } from 'pg';

const OLDEST_PAGE = `
  SELECT handle, slug FROM campaigns JOIN clients ON clients.id = campaigns.client_id
  WHERE campaigns.status = 'active' AND clients.status = 'active' ORDER BY campaigns.created_at LIMIT 1`;

/** Returns the path of the oldest active landing page, or the path pattern if there is none. */
export async function findLandingPath(databaseUrl: string): Promise<string> {
  const db = new Client({ connectionString: databaseUrl });
  try {
    await db.connect();
    const { rows } = await db.query<{ handle: string; slug: string }>(OLDEST_PAGE);
    return rows[0] ? `/landing/${rows[0].handle}/${rows[0].slug}` : '/landing/{client}/{slug}';
  } finally {
    await db.end();
  }
}
