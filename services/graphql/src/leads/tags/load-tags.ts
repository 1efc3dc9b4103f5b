import type { EntityManager } from 'typeorm';

/** Loads the tags of many leads in one statement, each lead's from A to Z. */
export async function loadTagsOfLeads(db: EntityManager, ids: readonly string[]): Promise<string[][]> {
  const rows = await db.query<{ id: string; names: string[] }[]>(
    `SELECT lead_tags.lead_id AS id, array_agg(tags.name ORDER BY tags.key) AS names FROM lead_tags JOIN tags ON tags.id = lead_tags.tag_id
     WHERE lead_tags.lead_id = ANY ($1::uuid[]) GROUP BY lead_tags.lead_id`,
    [ids],
  );
  const tags = new Map(rows.map(({ id, names }) => [id, names]));
  return ids.map((id) => tags.get(id) ?? []);
}

/** Loads the tags that leads of each client have, from A to Z. Each client has at most 200. */
export async function loadTagsOfClients(db: EntityManager, ids: readonly string[]): Promise<string[][]> {
  const rows = await db.query<{ id: string; names: string[] }[]>(
    `SELECT client_id AS id, array_agg(name ORDER BY key) AS names FROM tags
     WHERE client_id = ANY ($1::uuid[]) AND EXISTS (SELECT FROM lead_tags WHERE lead_tags.tag_id = tags.id) GROUP BY client_id`,
    [ids],
  );
  const tags = new Map(rows.map(({ id, names }) => [id, names]));
  return ids.map((id) => tags.get(id) ?? []);
}
