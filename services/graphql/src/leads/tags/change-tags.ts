import { MAX_CLIENT_TAGS, MAX_LEAD_TAGS } from '@dripline/contract/limits';
import type { EntityManager } from 'typeorm';
import { fieldError } from '../../api/errors';
import { quoteNames, recordHistory } from '../history/record-history';

/** The tags that leads get and lose, by key. */
export interface TagChange {
  add: ReadonlyMap<string, string>;
  remove: ReadonlyMap<string, string>;
}

const lockKey = `hashtextextended('tags ' || $1, 0)`;

/** Allows one change of the client's tags at a time, so that none counts or deletes what another one adds. */
export const lockTags = (db: EntityManager, clientId: string): Promise<unknown> =>
  db.query(`SELECT pg_advisory_xact_lock(${lockKey})`, [clientId]);

/** Deletes the tags of a client that no lead has. A tag can name a person. */
const deleteUnused = (db: EntityManager, clientId: string) =>
  db.query('DELETE FROM tags WHERE client_id = $1 AND NOT EXISTS (SELECT FROM lead_tags WHERE tag_id = tags.id)', [
    clientId,
  ]);

/** Deletes the tags that no lead has after leads were deleted, unless a change of tags runs, which deletes them itself. */
export async function deleteUnusedTags(db: EntityManager, clientId: string): Promise<void> {
  // Does not wait, because the caller holds locks that such a change may wait for.
  const [{ isLocked }] = await db.query<[{ isLocked: boolean }]>(
    `SELECT pg_try_advisory_xact_lock(${lockKey}) AS "isLocked"`,
    [clientId],
  );
  if (isLocked) await deleteUnused(db, clientId);
}

/**
 * Adds and removes tags of leads of a client, in the caller's transaction, which has locked the leads. Each lead that
 * changes gets an entry of its history.
 *
 * @returns the ids of the leads whose tags changed
 * @throws BAD_USER_INPUT if a lead or the client would have too many tags
 */
export async function changeTags(
  db: EntityManager,
  clientId: string,
  leadIds: string[],
  { add, remove }: TagChange,
  actorName: string,
): Promise<Set<string>> {
  if (add.size === 0 && remove.size === 0) return new Set();
  await lockTags(db, clientId);
  const [removed] = await db.query<[TagOfLead[], number]>(
    `DELETE FROM lead_tags USING tags WHERE lead_tags.tag_id = tags.id AND lead_tags.lead_id = ANY ($2::uuid[])
       AND tags.client_id = $1 AND tags.key = ANY ($3) RETURNING lead_tags.lead_id AS id, tags.name`,
    [clientId, leadIds, [...remove.keys()]],
  );
  await createTags(db, clientId, add);
  const added = await db.query<TagOfLead[]>(
    `WITH added AS (
       INSERT INTO lead_tags (client_id, lead_id, tag_id)
       SELECT $1, lead.id, tags.id FROM unnest($2::uuid[]) AS lead (id) CROSS JOIN tags WHERE tags.client_id = $1 AND tags.key = ANY ($3)
       ON CONFLICT DO NOTHING RETURNING lead_id, tag_id
     ) SELECT added.lead_id AS id, tags.name FROM added JOIN tags ON tags.id = added.tag_id`,
    [clientId, leadIds, [...add.keys()]],
  );
  await deleteUnused(db, clientId);
  const [totals] = await db.query<[{ client: number; lead: number | null }]>(
    `SELECT (SELECT count(*)::int FROM tags WHERE client_id = $1) AS client,
       (SELECT count(*)::int FROM lead_tags WHERE lead_id = ANY ($2::uuid[]) GROUP BY lead_id ORDER BY 1 DESC LIMIT 1) AS lead`,
    [clientId, leadIds],
  );
  if ((totals.lead ?? 0) > MAX_LEAD_TAGS)
    throw fieldError('addTags', `A lead has at most ${MAX_LEAD_TAGS} tags. Remove one first.`);
  if (totals.client > MAX_CLIENT_TAGS)
    throw fieldError('addTags', `A client has at most ${MAX_CLIENT_TAGS} different tags. Use one that exists.`);
  const changed = new Set([...removed, ...added].map(({ id }) => id));
  const [removedOf, addedOf] = [removed, added].map(namesByLead);
  await recordHistory(
    db,
    actorName,
    [...changed].map((leadId) => ({
      ...{ clientId, leadId, kind: 'tags' as const },
      ...{ previous: quoteNames(removedOf!.get(leadId)), current: quoteNames(addedOf!.get(leadId)) },
    })),
  );
  return changed;
}

/** The ID of a lead, and the name of a tag that it got or lost. */
interface TagOfLead {
  id: string;
  name: string;
}

function namesByLead(tags: readonly TagOfLead[]): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const { id, name } of tags) names.set(id, [...(names.get(id) ?? []), name].sort());
  return names;
}

/** Creates the tags of a client that do not exist, given their names by key. */
const createTags = (db: EntityManager, clientId: string, tags: ReadonlyMap<string, string>) =>
  db.query(
    'INSERT INTO tags (client_id, name, key) SELECT $1, name, key FROM unnest($2::text[], $3::text[]) AS added (name, key) ON CONFLICT DO NOTHING',
    [clientId, [...tags.values()], [...tags.keys()]],
  );

/** Adds tags of its own to each of some new leads, given by key. The caller holds `lockTags` and checks the limits. */
export async function addTagsOf(
  db: EntityManager,
  clientId: string,
  leads: readonly { leadId: string; tags: ReadonlyMap<string, string> }[],
): Promise<void> {
  const pairs = leads.flatMap(({ leadId, tags }) => [...tags.keys()].map((key) => ({ leadId, key })));
  if (pairs.length === 0) return;
  await createTags(db, clientId, new Map(leads.flatMap(({ tags }) => [...tags])));
  await db.query(
    `INSERT INTO lead_tags (client_id, lead_id, tag_id)
     SELECT $1, pair.lead_id, tags.id FROM unnest($2::uuid[], $3::text[]) AS pair (lead_id, key) JOIN tags ON tags.client_id = $1 AND tags.key = pair.key`,
    [clientId, pairs.map(({ leadId }) => leadId), pairs.map(({ key }) => key)],
  );
}
