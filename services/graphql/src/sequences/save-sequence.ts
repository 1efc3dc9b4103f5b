import { validationMessages } from '@dripline/contract/validation-messages';
import { MAX_SEQUENCES } from '@dripline/contract/limits';
import { isUUID } from 'class-validator';
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type EntityManager, Not } from 'typeorm';
import { Campaign } from '../campaigns/campaign.entity';
import type { Context } from '../api/context';
import { fieldError } from '../api/errors';
import { assertVersion } from '../api/versions';
import { Sequence, SequenceStatus, Step } from './sequence.entity';
import type { SequenceStepInput, UpdateSequenceInput } from './sequence.inputs';
import { enqueueBulk } from '../outbox/enqueue';
import { nextVersion, storeVersion, type VersionContent } from './versions/publish-version';
import { EnrolledLeadsAction, type VersionStep } from './versions/sequence-version.entity';

interface SaveDependencies extends Pick<Context, 'dataSource'> {
  outboxRelay: Pick<Context['outboxRelay'], 'wake'>;
}

interface SaveSequenceOptions {
  /** The account that publishes a version. */
  publishedBy: string;
  expectedVersion?: number | null | undefined;
  /** What the version does with the leads that are already enrolled. */
  enrolledLeads?: EnrolledLeadsAction;
  /** Whether a sequence that was paused stays paused, because nobody looked at it. */
  keepsPause?: boolean;
  /** Work that is committed together with the change. */
  inTransaction?: (db: EntityManager) => Promise<void>;
}

/**
 * Saves a new or changed sequence and lifts its pause. If it is active, its held enrollments resume. A change of what
 * leads receive publishes a version.
 */
export async function saveSequence(
  { dataSource, outboxRelay }: SaveDependencies,
  loaded: Sequence,
  input: UpdateSequenceInput,
  { expectedVersion, inTransaction, ...options }: SaveSequenceOptions,
): Promise<Sequence> {
  const saved = await dataSource.transaction(async (db) => {
    await inTransaction?.(db);
    await assertVersion(db, Sequence, { id: loaded.id }, expectedVersion, {
      relations: { steps: true },
      order: { steps: { position: 'ASC' } },
    });
    return storeSequence(db, loaded, input, options);
  });
  outboxRelay.wake();
  return saved;
}

/** Saves a sequence in a transaction of the caller, which wakes the outbox relay afterwards. */
export async function storeSequence(
  db: EntityManager,
  loaded: Sequence,
  input: UpdateSequenceInput,
  {
    publishedBy,
    enrolledLeads = EnrolledLeadsAction.finish,
    keepsPause,
  }: Pick<SaveSequenceOptions, 'publishedBy' | 'enrolledLeads' | 'keepsPause'>,
): Promise<Sequence> {
  // The lock makes the later of two concurrent changes keep what the earlier one stored.
  const lock = { mode: 'for_no_key_update' } as const;
  const sequence = loaded.id ? await db.findOneOrFail(Sequence, { where: { id: loaded.id }, lock }) : loaded;
  const before = contentOf(sequence, loaded.id ? await findSteps(db, loaded.id) : []);
  const { steps, ...rest } = input;
  Object.assign(
    sequence,
    Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined && value !== null)),
  );
  sequence.name = sequence.name.trim();
  if (!keepsPause) sequence.pausedAt = null;
  await checkCampaign(db, sequence);
  const content = contentOf(sequence, steps ? toSteps(steps, before.steps) : before.steps);
  const isPublished = !isDeepStrictEqual(content, before);
  // Saved together, so that the change raises the version of the row once.
  if (isPublished) sequence.publishedVersion = await nextVersion(db, sequence, before);
  const { id } = await db.save(sequence);
  if (isPublished) {
    await replaceSteps(db, id, content.steps);
    await storeVersion(db, sequence, content, { enrolledLeads, publishedBy });
  }
  if (sequence.status === SequenceStatus.active) await enqueueBulk(db, 'wake_sequence', sequence.clientId, id);
  return db.findOneByOrFail(Sequence, { id });
}

async function replaceSteps(db: EntityManager, sequenceId: string, steps: readonly VersionStep[]): Promise<void> {
  await db.delete(Step, { sequenceId });
  await db.insert(
    Step,
    steps.map((step, position) => ({ sequenceId, position, ...step })),
  );
}

/** Returns what leads receive. */
const contentOf = ({ triggerEvent, stopOnReply }: Sequence, steps: VersionStep[]): VersionContent => ({
  // A new sequence has the default of the database.
  ...{ triggerEvent, stopOnReply: stopOnReply ?? true, steps },
});

async function findSteps(db: EntityManager, sequenceId: string): Promise<VersionStep[]> {
  const steps = await db.find(Step, { where: { sequenceId }, order: { position: 'ASC' } });
  return steps.map(({ key, delayMinutes, message, variants }) => ({ key, delayMinutes, message, variants }));
}

/** Returns the steps that a sequence would have if it was saved with the given ones. */
export async function findStepsToSave(
  db: EntityManager,
  sequenceId: string,
  inputs: SequenceStepInput[],
): Promise<VersionStep[]> {
  return toSteps(inputs, await findSteps(db, sequenceId));
}

/** Completes given steps by the current ones that they change. */
function toSteps(inputs: SequenceStepInput[], current: readonly VersionStep[]): VersionStep[] {
  const keys = findKeys(inputs, current);
  return inputs.map((input, position) => {
    const message = input.message.trim();
    // A step may have moved. Two may have the same message.
    const before = [current[position], ...current].find((step) => step?.message === message);
    const kept = before?.variants ?? [];
    const variants = input.variants?.map((variant) => variant.trim()) ?? kept;
    if (new Set([message, ...variants]).size <= variants.length)
      throw fieldError(`steps.${position}.variants`, validationMessages.messageVariants);
    return { key: keys[position]!, delayMinutes: input.delayMinutes, message, variants };
  });
}

/** Returns the key of each step: the given one, that of the step with its message or else at its position, or a new one. */
function findKeys(inputs: SequenceStepInput[], current: readonly VersionStep[]): string[] {
  const keys = inputs.map(({ key }) => key?.toLowerCase());
  const repeated = keys.findIndex((key, position) => key !== undefined && keys.indexOf(key) < position);
  if (repeated !== -1) throw fieldError(`steps.${repeated}.key`, 'Each step must have a key of its own.');
  const takeUnused = (position: number, candidates: (VersionStep | undefined)[]) => {
    keys[position] ??= candidates.find((step) => step && !keys.includes(step.key))?.key;
  };
  for (const [position, input] of inputs.entries()) {
    const message = input.message.trim();
    takeUnused(
      position,
      [current[position], ...current].filter((step) => step?.message === message),
    );
  }
  // A caller that knows the keys sends none for a new step.
  if (inputs.every(({ key }) => key == null))
    for (const position of inputs.keys()) takeUnused(position, [current[position]]);
  return keys.map((key) => key ?? randomUUID());
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
