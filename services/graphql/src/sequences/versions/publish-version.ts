import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from 'typeorm';
import { enqueueBulk } from '../../outbox/enqueue';
import { Sequence, Step } from '../sequence.entity';
import { EnrolledLeadsAction, SequenceVersion, type VersionStep } from './sequence-version.entity';

interface Content extends Pick<Sequence, 'triggerEvent' | 'stopOnReply'> {
  steps: readonly Step[];
}

/**
 * Stores a sequence as a new version, in the transaction that saved and locked it.
 *
 * @param before its content before, without steps if it is new
 */
export async function publishVersion(
  db: EntityManager,
  { id: sequenceId, clientId, triggerEvent, stopOnReply, publishedVersion }: Sequence,
  before: Content,
  { enrolledLeads, publishedBy }: Pick<SequenceVersion, 'enrolledLeads' | 'publishedBy'>,
): Promise<void> {
  const insert = (number: number, content: Content, by: Pick<SequenceVersion, 'enrolledLeads' | 'publishedBy'>) =>
    db.insert(SequenceVersion, {
      clientId,
      sequenceId,
      number,
      ...content,
      steps: toVersionSteps(content.steps),
      ...by,
    });
  const newest = await db.findOne(SequenceVersion, { where: { sequenceId }, order: { number: 'DESC' } });
  let number = newest?.number ?? 0;
  // The previous release creates and edits sequences without storing versions.
  if (before.steps.length > 0 && !isDeepStrictEqual(newest?.steps, toVersionSteps(before.steps))) {
    number = newest ? number + 1 : publishedVersion;
    await insert(number, before, { enrolledLeads: EnrolledLeadsAction.finish, publishedBy: null });
  }
  number += 1;
  const steps = await db.find(Step, { where: { sequenceId }, order: { position: 'ASC' } });
  await insert(number, { triggerEvent, stopOnReply, steps }, { enrolledLeads, publishedBy });
  await db.update(Sequence, { id: sequenceId }, { publishedVersion: number });
  if (enrolledLeads !== EnrolledLeadsAction.finish) await enqueueBulk(db, 'publish_sequence', clientId, sequenceId);
}

const toVersionSteps = (steps: readonly Step[]): VersionStep[] =>
  steps.map(({ key, delayMinutes, message, variants }) => ({ key, delayMinutes, message, variants }));
