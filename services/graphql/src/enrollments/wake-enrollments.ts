import type { EntityManager } from 'typeorm';
import { leaveWord } from '../outbox/outbox';
import { Enrollment, EnrollmentStatus } from './enrollment.entity';

type Scope = { clientId: string } | { sequenceId: string } | { leadId: string };

/** Has every held enrollment of the scope look again whether it may go on. */
export async function wakeHeldEnrollments(db: EntityManager, scope: Scope): Promise<void> {
  await tell(db, { ...scope, status: EnrollmentStatus.held });
}

/** Has the scope's enrollments find out that they ended; call it in the transaction that ends them. */
export async function tellGone(db: EntityManager, scope: Scope): Promise<void> {
  await tell(db, { ...scope, status: EnrollmentStatus.held });
  await tell(db, { ...scope, status: EnrollmentStatus.active });
}

async function tell(db: EntityManager, where: Scope & { status: EnrollmentStatus }): Promise<void> {
  const found = await db.find(Enrollment, { select: { id: true }, where });
  await leaveWord(
    db,
    'signal',
    found.map(({ id }) => id),
  );
}
