import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from 'typeorm';
import { enqueueBulk } from '../../outbox/enqueue';
import type { Sequence } from '../sequence.entity';
import { EnrolledLeadsAction, SequenceVersion } from './sequence-version.entity';

/** What leads receive. */
export type VersionContent = Pick<SequenceVersion, 'triggerEvent' | 'stopOnReply' | 'steps'>;

type Publication = Pick<SequenceVersion, 'enrolledLeads' | 'publishedBy'>;
type PublishedSequence = Pick<Sequence, 'id' | 'clientId' | 'publishedVersion'>;

/**
 * Returns the number of the next version of a sequence that the transaction has locked.
 *
 * @param before its content, which is stored as well if it is not that of the newest version: the previous release
 *   creates and edits sequences without storing versions. A new sequence has no steps
 */
export async function nextVersion(
  db: EntityManager,
  sequence: PublishedSequence,
  before: VersionContent,
): Promise<number> {
  if (before.steps.length === 0) return 1;
  const newest = await db.findOne(SequenceVersion, {
    where: { sequenceId: sequence.id },
    order: { number: 'DESC' },
  });
  if (newest && isDeepStrictEqual(newest.steps, before.steps)) return newest.number + 1;
  const number = newest ? newest.number + 1 : sequence.publishedVersion;
  await insert(db, { ...sequence, publishedVersion: number }, before, {
    ...{ enrolledLeads: EnrolledLeadsAction.finish, publishedBy: null },
  });
  return number + 1;
}

/** Stores the published version of a sequence, in the transaction that saved it. Enrolled leads then follow it. */
export async function storeVersion(
  db: EntityManager,
  sequence: PublishedSequence,
  content: VersionContent,
  publication: Publication,
): Promise<void> {
  await insert(db, sequence, content, publication);
  if (publication.enrolledLeads !== EnrolledLeadsAction.finish)
    await enqueueBulk(db, 'publish_sequence', sequence.clientId, sequence.id);
}

const insert = (
  db: EntityManager,
  { id: sequenceId, clientId, publishedVersion: number }: PublishedSequence,
  content: VersionContent,
  publication: Publication,
) => db.insert(SequenceVersion, { clientId, sequenceId, number, ...content, ...publication });
