import type { EntityManager } from 'typeorm';
import type { Context } from '../../api/context';
import { fail } from '../../api/errors';
import { enqueueBulk } from '../../outbox/enqueue';
import { nameOfAccount } from '../../sessions/name-of-account';
import { LeadJob, LeadJobState } from './lead-job.entity';

/** Jobs of a client that run at the same time. */
export const MAX_RUNNING_JOBS = 3;

type NewJob = Pick<LeadJob, 'filter' | 'action' | 'total'> & Partial<Pick<LeadJob, 'importId' | 'undoOf' | 'cursorAt'>>;

/** Returns a job that imports a number of rows, or one that undoes it. */
export const importJob = (importId: string, total: number, undoOf: string | null = null): NewJob => ({
  ...{ filter: {}, action: {}, importId, total, undoOf },
  // Before the first row.
  cursorAt: '-1',
});

/** Starts a job unless too many of the client run. `prepare` is called while no other one can start. */
export async function startJob(
  ctx: Context,
  clientId: string,
  prepare: (db: EntityManager) => Promise<NewJob>,
): Promise<LeadJob> {
  const startedBy = await nameOfAccount(ctx, clientId);
  const job = await ctx.dataSource.transaction(async (db) => {
    await db.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`lead jobs ${clientId}`]);
    const running = await db.countBy(LeadJob, { clientId, state: LeadJobState.running });
    if (running >= MAX_RUNNING_JOBS)
      throw fail('LIMIT_REACHED', `At most ${MAX_RUNNING_JOBS} changes can run at the same time. Wait for one to end.`);
    const { id } = await db.save(db.create(LeadJob, { clientId, startedBy, ...(await prepare(db)) }));
    await enqueueBulk(db, 'lead_job', clientId, id);
    return db.findOneByOrFail(LeadJob, { id });
  });
  ctx.outboxRelay.wake();
  return job;
}
