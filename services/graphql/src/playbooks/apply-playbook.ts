import { isUUID } from 'class-validator';
import type { EntityManager } from 'typeorm';
import type { Context } from '../api/context';
import { describeError, fail } from '../api/errors';
import { recordCampaignChange } from '../audit/record-campaign-change';
import type { CampaignStatus } from '../campaigns/campaign.entity';
import { createCampaign } from '../campaigns/save-campaign';
import { Client } from '../clients/client.entity';
import { storeSequence } from '../sequences/save-sequence';
import { Sequence } from '../sequences/sequence.entity';
import { nameOfAccount } from '../sessions/name-of-account';
import type { PlaybookContent, SequenceContent } from './playbook-content';
import { PlaybookCopy } from './playbook-copy.entity';
import { type Playbook, PlaybookVersion } from './playbook.entity';
import type { ApplyPlaybookResult } from './playbook.types';

/**
 * Creates the campaign of a playbook's newest version for several clients, each in its own transaction, so that one that
 * fails does not stop the others.
 */
export async function applyPlaybook(
  ctx: Context,
  { id: playbookId, newestVersion: number }: Playbook,
  clientIds: readonly string[],
  status: CampaignStatus,
): Promise<ApplyPlaybookResult[]> {
  const publishedBy = await nameOfAccount(ctx);
  const version = await ctx.dataSource.manager.findOneByOrFail(PlaybookVersion, { playbookId, number });
  const results: ApplyPlaybookResult[] = [];
  for (const clientId of clientIds)
    try {
      results.push({ clientId, copy: await copyTo(ctx, clientId, version, { status, publishedBy }), error: null });
    } catch (error) {
      results.push({ clientId, copy: null, error: describeError(error).text });
    }
  ctx.outboxRelay.wake();
  return results;
}

async function copyTo(
  ctx: Context,
  clientId: string,
  { playbookId, number, content }: PlaybookVersion,
  { status, publishedBy }: { status: CampaignStatus; publishedBy: string },
): Promise<PlaybookCopy> {
  const { manager } = ctx.dataSource;
  const client = isUUID(clientId) ? await manager.findOneBy(Client, { id: clientId }) : null;
  if (!client) throw fail('NOT_FOUND', 'Client not found');
  const input = { ...content.campaign, name: content.campaign['name'] as string, status };
  const campaign = await createCampaign(ctx, client, input, async (db, created) => {
    // Its unique key lets one of several calls at once commit.
    const { identifiers } = await db.insert(PlaybookCopy, {
      ...{ playbookId, clientId: client.id, campaignId: created.id, versionNumber: number },
    });
    const sequenceIds = await createSequences(db, created, content.sequences, publishedBy);
    await db.update(PlaybookCopy, { id: identifiers[0]!['id'] as string }, { sequenceIds });
    await recordCampaignChange(db, ctx, 'applyPlaybook', created);
  });
  return manager.findOneByOrFail(PlaybookCopy, { campaignId: campaign.id });
}

/** Creates sequences of a playbook for a client's campaign. Returns their IDs by their keys. */
export async function createSequences(
  db: EntityManager,
  { id: campaignId, clientId }: { id: string; clientId: string },
  sequences: PlaybookContent['sequences'],
  publishedBy: string,
): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const { key, ...content } of sequences) {
    const input: SequenceContent & { campaignId: string } = { ...content, campaignId };
    const created = await storeSequence(db, db.create(Sequence, { clientId, status: undefined }), input, {
      publishedBy,
    });
    ids[key] = created.id;
  }
  return ids;
}
