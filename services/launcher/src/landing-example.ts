import { Client } from 'pg';

const FIRST_SHOWN = `
  SELECT handle, slug FROM campaigns JOIN clients ON clients.id = campaigns.client_id
  WHERE campaigns.status = 'active' AND clients.status = 'active' ORDER BY campaigns.created_at LIMIT 1`;

/** The path of a landing page to look at: the oldest there is, or its pattern while there is none. */
export async function landingExample(databaseUrl: string): Promise<string> {
  const db = new Client({ connectionString: databaseUrl });
  try {
    await db.connect();
    const { rows } = await db.query<{ handle: string; slug: string }>(FIRST_SHOWN);
    return rows[0] ? `/landing/${rows[0].handle}/${rows[0].slug}` : '/landing/{client}/{slug}';
  } finally {
    await db.end();
  }
}
