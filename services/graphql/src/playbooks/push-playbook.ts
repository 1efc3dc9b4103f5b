import { isUUID } from 'class-validator';
import { type EntityManager, In } from 'typeorm';
import type { Context } from '../api/context';
import { describeError, fail } from '../api/errors';
import { recordCampaignChange } from '../audit/record-campaign-change';
import { Campaign } from '../campaigns/campaign.entity';
import { storeCampaignUpdate } from '../campaigns/save-campaign';
import { DEADLOCK, retryConflicts } from '../database/retry-conflicts';
import { storeSequence } from '../sequences/save-sequence';
import { Sequence } from '../sequences/sequence.entity';
import { nameOfAccount } from '../sessions/name-of-account';
import { createSequences } from './apply-playbook';
import { loadPushPlans } from './load-push-plans';
import { PlaybookCopy } from './playbook-copy.entity';
import type { Playbook } from './playbook.entity';
import type { PlaybookChange, PushPlaybookResult } from './playbook.types';

/**
 * Pushes a version of a playbook to several copies, each in its own transaction, so that one that fails does not stop the
 * others. Pushing a version again changes nothing, so an interrupted call can be repeated.
 */
export async function pushPlaybook(
  ctx: Context,
  { id: playbookId }: Playbook,
  number: number,
  copyIds: readonly string[],
): Promise<PushPlaybookResult[]> {
  const publishedBy = await nameOfAccount(ctx);
  const results: PushPlaybookResult[] = [];
  for (const copyId of copyIds)
    try {
      // Saves of a sequence and the deletion of a campaign lock the same rows in another order.
      const { copy, changes } = await retryConflicts(
        () => ctx.dataSource.transaction((db) => pushTo(db, ctx, { copyId, playbookId, number, publishedBy })),
        [DEADLOCK],
      );
      results.push({ copyId, copy, changes, error: null });
    } catch (error) {
      results.push({ copyId, copy: null, changes: [], error: describeError(error).text });
    }
  ctx.outboxRelay.wake();
  return results;
}

async function pushTo(
  db: EntityManager,
  ctx: Context,
  push: { copyId: string; playbookId: string; number: number; publishedBy: string },
): Promise<{ copy: PlaybookCopy; changes: PlaybookChange[] }> {
  const { copyId: id, playbookId, number, publishedBy } = push;
  const lock = { mode: 'for_no_key_update' } as const;
  const copy = isUUID(id) ? await db.findOne(PlaybookCopy, { where: { id, playbookId }, lock }) : null;
  if (!copy) throw fail('NOT_FOUND', 'The playbook has no such copy.');
  // In this order, because a save of a sequence locks it before its campaign.
  const sequences = await db.find(Sequence, {
    ...{ where: { id: In(Object.values(copy.sequenceIds)) }, order: { id: 'ASC' }, lock },
  });
  const campaign = await db.findOneOrFail(Campaign, { where: { id: copy.campaignId }, lock });
  const [plan] = await loadPushPlans(db, [{ copy, number }]);
  if (plan instanceof Error) throw plan;
  const { changes, created, ...updates } = plan!;
  for (const sequence of sequences) {
    const key = Object.keys(copy.sequenceIds).find((name) => copy.sequenceIds[name] === sequence.id)!;
    const input = updates.sequences.get(key);
    // Nobody looked at the result, so a paused sequence stays paused. Leads that are enrolled finish on their version.
    if (input) await storeSequence(db, sequence, input, { publishedBy, keepsPause: true });
  }
  if (Object.keys(updates.campaign).length > 0)
    await storeCampaignUpdate(db, ctx.settings, campaign.id, updates.campaign, publishedBy);
  const added = await createSequences(db, campaign, created, publishedBy);
  const sequenceIds = { ...copy.sequenceIds, ...added };
  if (copy.versionNumber !== number) {
    await db.update(PlaybookCopy, { id }, { versionNumber: number, sequenceIds });
    await recordCampaignChange(db, ctx, 'pushPlaybook', campaign);
  }
  return { copy: await db.findOneByOrFail(PlaybookCopy, { id }), changes };
}
