import { validationMessages } from '@dripline/contract/validation-messages';
import { MAX_SEQUENCES } from '@dripline/contract/limits';
import { isUUID } from 'class-validator';
import { isDeepStrictEqual } from 'node:util';
import { type EntityManager, Not } from 'typeorm';
import { Campaign } from '../campaigns/campaign.entity';
import type { Context } from '../api/context';
import { fieldError } from '../api/errors';
import { assertVersion } from '../api/versions';
import { Sequence, SequenceStatus, Step } from './sequence.entity';
import type { UpdateSequenceInput } from './sequence.inputs';
import { enqueueBulk } from '../outbox/enqueue';

/** Saves a new or changed sequence and lifts its pause. If it is active, its held enrollments resume. */
export async function saveSequence(
  { dataSource, outboxRelay }: Context,
  loaded: Sequence,
  input: UpdateSequenceInput,
  expectedVersion?: number | null,
): Promise<Sequence> {
  const saved = await dataSource.transaction(async (db) => {
    const where = { id: loaded.id };
    await assertVersion(db, Sequence, where, expectedVersion, {
      relations: { steps: true },
      order: { steps: { position: 'ASC' } },
    });
    // The lock makes the later of two concurrent changes keep what the earlier one stored.
    const lock = { mode: 'for_no_key_update' } as const;
    const sequence = loaded.id ? await db.findOneOrFail(Sequence, { where, lock }) : loaded;
    const { steps, ...rest } = input;
    Object.assign(
      sequence,
      Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined && value !== null)),
    );
    sequence.name = sequence.name.trim();
    sequence.pausedAt = null;
    await checkCampaign(db, sequence);
    const { id } = await db.save(sequence);
    if (steps) await saveSteps(db, id, steps);
    if (sequence.status === SequenceStatus.active) await enqueueBulk(db, 'wake_sequence', sequence.clientId, id);
    return db.findOneByOrFail(Sequence, { id });
  });
  outboxRelay.wake();
  return saved;
}

/** Replaces the steps of a sequence, unless they are the same. */
async function saveSteps(
  db: EntityManager,
  sequenceId: string,
  inputs: NonNullable<UpdateSequenceInput['steps']>,
): Promise<void> {
  const current = await db.find(Step, { where: { sequenceId }, order: { position: 'ASC' } });
  const steps = inputs.map((input, position) => {
    const message = input.message.trim();
    // A step may have moved. Two may have the same message.
    const before = [current[position], ...current].find((step) => step?.message === message);
    const kept = before?.variants ?? [];
    const variants = input.variants?.map((variant) => variant.trim()) ?? kept;
    if (new Set([message, ...variants]).size <= variants.length)
      throw fieldError(`steps.${position}.variants`, validationMessages.messageVariants);
    return { sequenceId, position, delayMinutes: input.delayMinutes, message, variants };
  });
  const isSame = (step: (typeof steps)[number], index: number) => isDeepStrictEqual(step, { ...current[index] });
  if (current.length === steps.length && steps.every(isSame)) return;
  // Raises the version, also if nothing else has changed.
  await db.update(Sequence, { id: sequenceId }, { updatedAt: () => 'clock_timestamp()' });
  await db.delete(Step, { sequenceId });
  await db.insert(Step, steps);
}

/** Locks the sequence's campaign, so that concurrent changes do not exceed its number of sequences. */
async function checkCampaign(db: EntityManager, { id, campaignId, clientId }: Sequence): Promise<void> {
  const lock = { mode: 'for_no_key_update' } as const;
  const campaign = isUUID(campaignId) && (await db.findOne(Campaign, { where: { id: campaignId, clientId }, lock }));
  if (!campaign) throw fieldError('campaignId', validationMessages.sequenceCampaign);
  const others = await db.countBy(Sequence, { campaignId, ...(id && { id: Not(id) }) });
  if (others >= MAX_SEQUENCES)
    throw fieldError('campaignId', `A campaign must have at most ${MAX_SEQUENCES} sequences.`);
}
