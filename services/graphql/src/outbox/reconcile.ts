import { FOLLOW_UP_WORKFLOW, followUpWorkflowId } from '@dripline/contract/workflows';
import type { WorkflowClient } from '@temporalio/client';
import { type DataSource, In } from 'typeorm';
import { Enrollment, EnrollmentStatus } from '../sms/enrollment.entity';
import { leaveWord } from './outbox';
import { OutboxEntry } from './outbox-entry.entity';

/** What a look at both sides found. */
export interface Drift {
  /** Enrollments under way whose workflow was gone: it is started again, and goes on at the step where the enrollment stands. */
  restarted: number;
  /** Workflows whose enrollment is over or gone: they are told to look, and end. */
  orphans: number;
}

const prefix = followUpWorkflowId('');

/**
 * Compares what is under way here with what runs at Temporal, and leaves word where they differ: after a restored backup, a terminated workflow
 * or a namespace that forgot. Saying it once too often is harmless, so a list that lags does no harm.
 */
export async function reconcile(dataSource: DataSource, workflow: WorkflowClient): Promise<Drift> {
  const running = new Set<string>();
  for await (const { workflowId } of workflow.list({ query: `WorkflowType = '${FOLLOW_UP_WORKFLOW}' AND ExecutionStatus = 'Running'` })) {
    if (workflowId.startsWith(prefix)) running.add(workflowId.slice(prefix.length));
  }
  const open = await dataSource.manager.find(Enrollment, {
    select: { id: true },
    where: { status: In([EnrollmentStatus.active, EnrollmentStatus.held]) },
  });
  const underWay = new Set(open.map(({ id }) => id));
  const waiting = await dataSource.manager.find(OutboxEntry, { select: { enrollmentId: true } });
  const announced = new Set(waiting.map(({ enrollmentId }) => enrollmentId));
  const missing = [...underWay].filter((id) => !running.has(id) && !announced.has(id));
  const orphans = [...running].filter((id) => !underWay.has(id));
  await dataSource.transaction(async (db) => {
    await leaveWord(db, 'restart', missing);
    await leaveWord(db, 'signal', orphans);
  });
  return { restarted: missing.length, orphans: orphans.length };
}
