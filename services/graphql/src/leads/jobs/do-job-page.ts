import { MAX_LEAD_TAGS } from '@dripline/contract/limits';
import { GraphQLError } from 'graphql';
import { type DataSource, type EntityManager, In } from 'typeorm';
import type { PhoneRules } from '../../api/context';
import { fail } from '../../api/errors';
import { stopSequences } from '../../enrollments/cancel-enrollments';
import { startSequence } from '../../enrollments/enroll-lead';
import { describeReason } from '../../messages/describe-reason';
import type { NextPage } from '../../outbox/bulk-work';
import { Notification, NotificationKind } from '../../notifications/notification.entity';
import { Member } from '../../sessions/members/member.entity';
import { Sequence } from '../../sequences/sequence.entity';
import { setStatus, touchLeads } from '../change-leads';
import { deleteLeads, lockForDeletion } from '../delete-leads';
import { importPage, undoImportPage } from '../imports/import-page';
import { Lead, type LeadStatus } from '../lead.entity';
import { assertMember, findMember, setOwner } from '../owners/set-owner';
import { changeTags } from '../tags/change-tags';
import { readTags } from '../tags/tag-names';
import type { JobPage } from './job-page.types';
import { LeadJobChange } from './lead-job-change.entity';
import { LeadJob, LeadJobState, type SkippedLeads } from './lead-job.entity';
import { findMatching, keepMatching, type LeadPosition } from './matching-leads';

/** Leads that are changed in one transaction. Others that change one of them wait for it. */
export const PAGE = 500;

/** How many leads of a page were changed, and how many were not, by reason. */
type PageResult = Omit<JobPage, 'processed' | 'cursor'>;

/**
 * Changes the next page of a job's leads. Counts and the cursor change in the same transaction, so a page that is
 * repeated after a crash goes on where the last one ended. An error that another attempt cannot mend ends the job.
 */
export async function doJobPage(
  dataSource: DataSource,
  jobId: string,
  phones: PhoneRules,
  size = PAGE,
): Promise<NextPage> {
  try {
    return await dataSource.transaction((db) => doPage(db, jobId, phones, size));
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    await dataSource.transaction((db) => endJob(db, jobId, LeadJobState.failed, error.message));
    return null;
  }
}

/**
 * Ends a job that runs before its last page. An undo that ended so can be started again, and the filter, which can
 * contain what somebody searched for, is forgotten.
 */
export async function endJob(
  db: EntityManager,
  id: string,
  state: LeadJobState.failed | LeadJobState.canceled,
  error: string | null = null,
): Promise<void> {
  const { affected } = await db.update(
    LeadJob,
    { id, state: LeadJobState.running },
    { state, error, filter: {}, finishedAt: () => 'now()' },
  );
  const { undoOf } = await db.findOneByOrFail(LeadJob, { id });
  if (affected && undoOf !== null) await db.update(LeadJob, { id: undoOf }, { undone: false });
}

async function doPage(db: EntityManager, jobId: string, phones: PhoneRules, size: number): Promise<NextPage> {
  const job = await db.findOne(LeadJob, { where: { id: jobId }, lock: { mode: 'pessimistic_write' } });
  if (job?.state !== LeadJobState.running) return null;
  const { processed, changed, skipped, cursor } =
    job.importId === null
      ? await changePage(db, job, phones, size)
      : job.undoOf === null
        ? await importPage(db, job, size, phones)
        : await undoImportPage(db, job, size);
  const isDone = processed < size;
  await db.update(
    LeadJob,
    { id: jobId },
    {
      processed: job.processed + processed,
      changed: job.changed + changed,
      skipped: addSkipped(job.skipped, skipped),
      ...cursor,
      ...(isDone && { state: LeadJobState.done, filter: {}, finishedAt: () => 'now()' }),
    },
  );
  if (isDone) await notifyOfJob(db, job, job.changed + changed);
  return isDone ? null : {};
}

/** Notifies a member whom a job made the owner of leads, unless the member started it. */
async function notifyOfJob(
  db: EntityManager,
  { clientId, action, undoOf, startedBy }: LeadJob,
  leads: number,
): Promise<void> {
  if (action.ownerId == null || undoOf !== null || leads === 0) return;
  const owner = await db.findOneBy(Member, { id: action.ownerId });
  if (!owner || owner.name === startedBy) return;
  const kind = NotificationKind.assignment;
  await db.insert(Notification, { clientId, memberId: owner.id, kind, leads, actorName: startedBy });
}

/** Changes the next leads that a job's filter matches, or that the undone job changed. */
async function changePage(db: EntityManager, job: LeadJob, phones: PhoneRules, size: number): Promise<JobPage> {
  const page = job.undoOf === null ? await findMatching(db, job, size) : await findChanged(db, job, size);
  const ids = idsOf(page);
  const result = job.undoOf === null ? await change(db, job, ids, phones) : await undo(db, job, ids, phones);
  const last = page.at(-1);
  return { ...result, processed: page.length, cursor: last ? { cursorAt: last.at, cursorId: last.id } : {} };
}

/** Adds the leads that a page skipped. */
function addSkipped(before: readonly SkippedLeads[], skipped: ReadonlyMap<string, number>): SkippedLeads[] {
  const sums = new Map(before.map(({ reason, leads }) => [reason, leads]));
  for (const [reason, leads] of skipped) sums.set(reason, (sums.get(reason) ?? 0) + leads);
  return [...sums].map(([reason, leads]) => ({ reason, leads }));
}

/** Locks leads of a page in one order for all, to avoid deadlocks. Those that were deleted meanwhile are left out. */
const lockLeads = (db: EntityManager, clientId: string, ids: string[]) =>
  db.find(Lead, {
    where: { id: In(ids), clientId, held: false },
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });

async function change(db: EntityManager, job: LeadJob, ids: string[], phones: PhoneRules): Promise<PageResult> {
  const { clientId } = job;
  const { status, ownerId, removeOwner, addTags, removeTags, sequenceId, deleted } = job.action;
  if (ids.length === 0) return { changed: 0, skipped: new Map() };
  if (deleted) await lockForDeletion(db, clientId, ids);
  const leads = await keepMatching(db, job, await lockLeads(db, clientId, ids));
  if (deleted) return { changed: await deleteLeads(db, clientId, idsOf(leads)), skipped: new Map() };
  if (status != null) return changeStatus(db, job, leads, status, phones);
  if (ownerId != null || removeOwner) return changeOwner(db, job, leads, ownerId ?? null);
  if (sequenceId != null) {
    if (!(await db.existsBy(Sequence, { id: sequenceId }))) throw fail('NOT_FOUND', 'The sequence was deleted.');
    const { started, reasons } = await startSequence(db, sequenceId, leads, phones);
    const skipped = new Map<string, number>();
    for (const reason of reasons.values()) count(skipped, describeReason(reason));
    return { changed: started.length, skipped };
  }
  if (addTags?.length || removeTags?.length) return changeTagsOf(db, job, leads);
  const [{ enrolled }] = await db.query<[{ enrolled: number }]>(
    `SELECT count(DISTINCT lead_id)::int AS enrolled FROM enrollments
     WHERE lead_id = ANY ($1) AND status IN ('active', 'held') AND sequence_id IS NOT NULL`,
    [idsOf(leads)],
  );
  await stopSequences(db, idsOf(leads));
  return { changed: enrolled, skipped: new Map() };
}

const idsOf = (leads: readonly { id: string }[]) => leads.map(({ id }) => id);
const count = (counts: Map<string, number>, reason: string, more = 1) =>
  counts.set(reason, (counts.get(reason) ?? 0) + more);

async function changeStatus(
  db: EntityManager,
  job: LeadJob,
  leads: Lead[],
  status: LeadStatus,
  phones: PhoneRules,
): Promise<PageResult> {
  const changed = await setStatus(db, leads, status, phones, job.startedBy);
  await saveChanges(
    db,
    job,
    changed.map((lead) => ({ leadId: lead.id, previousStatus: lead.status })),
  );
  return { changed: changed.length, skipped: new Map() };
}

async function changeOwner(
  db: EntityManager,
  job: LeadJob,
  leads: Lead[],
  ownerId: string | null,
): Promise<PageResult> {
  if (ownerId !== null) await assertMember(db, job.clientId, ownerId);
  const changed = await setOwner(db, leads, ownerId, job.startedBy);
  await saveChanges(
    db,
    job,
    changed.map((lead) => ({ leadId: lead.id, previousOwnerId: lead.ownerId })),
  );
  return { changed: changed.length, skipped: new Map() };
}

async function changeTagsOf(db: EntityManager, job: LeadJob, leads: Lead[]): Promise<PageResult> {
  const tags = { add: readTags('addTags', job.action.addTags), remove: readTags('removeTags', job.action.removeTags) };
  const owned = await db.query<{ id: string; keys: string[]; total: number }[]>(
    `SELECT lead_id AS id, array_agg(tags.key) FILTER (WHERE tags.key = ANY ($2)) AS keys, count(*)::int AS total
     FROM lead_tags JOIN tags ON tags.id = lead_tags.tag_id WHERE lead_id = ANY ($1) GROUP BY 1`,
    [idsOf(leads), [...tags.add.keys(), ...tags.remove.keys()]],
  );
  const ownedBy = new Map(owned.map((row) => [row.id, row]));
  const skipped = new Map<string, number>();
  const changes: Pick<LeadJobChange, 'leadId' | 'addedTags' | 'removedTags'>[] = [];
  for (const { id } of leads) {
    const { keys, total } = ownedBy.get(id) ?? { keys: null, total: 0 };
    const has = new Set(keys ?? []);
    const removedTags = [...tags.remove].flatMap(([key, name]) => (has.has(key) ? [name] : []));
    const addedTags = [...tags.add].flatMap(([key, name]) => (has.has(key) ? [] : [name]));
    if (total - removedTags.length + addedTags.length > MAX_LEAD_TAGS)
      count(skipped, `a lead has at most ${MAX_LEAD_TAGS} tags`);
    else if (addedTags.length + removedTags.length > 0) changes.push({ leadId: id, addedTags, removedTags });
  }
  const changedIds = changes.map(({ leadId }) => leadId);
  await changeTags(db, job.clientId, changedIds, tags, job.startedBy);
  await touchLeads(db, changedIds);
  await saveChanges(db, job, changes);
  return { changed: changes.length, skipped };
}

type NewChange = Pick<LeadJobChange, 'leadId'> &
  Partial<Pick<LeadJobChange, 'previousStatus' | 'previousOwnerId' | 'addedTags' | 'removedTags'>>;

/** Stores what was changed of the leads of a page, with the versions that they have now. */
async function saveChanges(db: EntityManager, { id, clientId }: LeadJob, changes: readonly NewChange[]): Promise<void> {
  const rows = changes.map((change) => ({
    lead_id: change.leadId,
    previous_status: change.previousStatus,
    previous_owner_id: change.previousOwnerId,
    added_tags: change.addedTags ?? [],
    removed_tags: change.removedTags ?? [],
  }));
  await db.query(
    `INSERT INTO lead_job_changes (job_id, client_id, lead_id, previous_status, previous_owner_id, added_tags, removed_tags, version)
     SELECT $1, $2, change.lead_id, change.previous_status, change.previous_owner_id, change.added_tags, change.removed_tags, leads.version
     FROM json_populate_recordset(NULL::lead_job_changes, $3) change JOIN leads ON leads.id = change.lead_id`,
    [id, clientId, JSON.stringify(rows)],
  );
}

/** Finds the next leads that the undone job changed. */
const findChanged = (db: EntityManager, job: LeadJob, size: number): Promise<LeadPosition[]> =>
  db.query(
    `SELECT lead_id AS id, '-infinity' AS at FROM lead_job_changes WHERE job_id = $1 AND lead_id > $2 ORDER BY lead_id LIMIT ${size}`,
    [job.undoOf, job.cursorId],
  );

/** Gives leads what they had before, unless somebody changed them since. */
async function undo(db: EntityManager, job: LeadJob, ids: string[], phones: PhoneRules): Promise<PageResult> {
  const leads = new Map((await lockLeads(db, job.clientId, ids)).map((lead) => [lead.id, lead]));
  const changes = await db.find(LeadJobChange, { where: { jobId: job.undoOf!, leadId: In(ids) } });
  const current = changes.filter(({ leadId, version }) => leads.get(leadId)?.version === version);
  const leadsOf = (some: readonly LeadJobChange[]) => some.map(({ leadId }) => leads.get(leadId)!);
  for (const [status, some] of groupBy(current, ({ previousStatus }) => previousStatus ?? ''))
    if (status !== '') await setStatus(db, leadsOf(some), status as LeadStatus, phones, job.startedBy);
  if (job.action.ownerId != null || job.action.removeOwner)
    for (const [memberId, some] of groupBy(current, ({ previousOwnerId }) => previousOwnerId ?? '')) {
      const isKnown = memberId !== '' && (await findMember(db, job.clientId, memberId)) !== null;
      await setOwner(db, leadsOf(some), isKnown ? memberId : null, job.startedBy);
    }
  for (const [, some] of groupBy(current, ({ addedTags, removedTags }) => JSON.stringify([addedTags, removedTags]))) {
    const { addedTags, removedTags } = some[0]!;
    if (addedTags.length + removedTags.length === 0) continue;
    const changed = idsOf(leadsOf(some));
    const tags = { add: readTags('addTags', removedTags), remove: readTags('removeTags', addedTags) };
    await changeTags(db, job.clientId, changed, tags, job.startedBy);
    await touchLeads(db, changed);
  }
  const skipped = new Map<string, number>();
  if (changes.length > current.length) count(skipped, 'it was changed since', changes.length - current.length);
  return { changed: current.length, skipped };
}

const groupBy = <Row>(rows: readonly Row[], keyOf: (row: Row) => string): [string, Row[]][] =>
  Object.entries(Object.groupBy(rows, keyOf)) as [string, Row[]][];
