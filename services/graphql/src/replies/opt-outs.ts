import type { EntityManager } from 'typeorm';
import { cancelEnrollments } from '../enrollments/cancel-enrollments';
import { OptOut } from './opt-out.entity';

/** Opts a number out of a client's messages and cancels its enrollments. */
export async function optOut(db: EntityManager, clientId: string, phoneE164: string): Promise<void> {
  await db.createQueryBuilder().insert().into(OptOut).values({ clientId, phoneE164 }).orIgnore().execute();
  await cancelEnrollments(db, clientId, phoneE164, 'opted_out');
}

/** Opts a number in again. Cancelled enrollments stay cancelled. */
export async function optIn(db: EntityManager, clientId: string, phoneE164: string): Promise<void> {
  await db.delete(OptOut, { clientId, phoneE164 });
}
