import type { EntityManager } from 'typeorm';
import { enqueue } from '../outbox/enqueue';
import { Enrollment, EnrollmentStatus } from './enrollment.entity';

type Scope = { clientId: string } | { sequenceId: string } | { leadId: string };

/** Signals every held enrollment of the scope to check whether it may resume. */
export async function wakeHeldEnrollments(db: EntityManager, scope: Scope): Promise<void> {
  await enqueueSignals(db, { ...scope, status: EnrollmentStatus.held });
}

/** Signals all open enrollments of the scope that they ended. Call it in the transaction that ends them. */
export async function signalEnded(db: EntityManager, scope: Scope): Promise<void> {
  await enqueueSignals(db, { ...scope, status: EnrollmentStatus.held });
  await enqueueSignals(db, { ...scope, status: EnrollmentStatus.active });
}

async function enqueueSignals(db: EntityManager, where: Scope & { status: EnrollmentStatus }): Promise<void> {
  const enrollments = await db.find(Enrollment, { select: { id: true }, where });
  await enqueue(
    db,
    'signal',
    enrollments.map(({ id }) => id),
  );
}
