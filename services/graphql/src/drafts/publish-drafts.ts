import type { EntityManager, ObjectLiteral } from 'typeorm';
import type { Dependencies } from '../api/context';
import { describeError } from '../api/errors';
import { AuditActor, AuditEntry } from '../audit/audit-entry.entity';
import { Campaign } from '../campaigns/campaign.entity';
import { updateCampaign } from '../campaigns/save-campaign';
import { saveSequence } from '../sequences/save-sequence';
import { Sequence } from '../sequences/sequence.entity';
import { CampaignDraft, type Draft, SequenceDraft } from './draft.entity';

const PAGE = 50;
/** How long a draft waits after an error that is not the draft's. */
const RETRY_MINUTES = 1;

/** What publishing depends on. */
export interface PublishDependencies extends Pick<Dependencies, 'dataSource' | 'settings' | 'objectStore'> {
  outboxRelay: Pick<Dependencies['outboxRelay'], 'wake'>;
}

/** A kind of drafts, and how one is published. `inTransaction` must run in the transaction that publishes it. */
interface Kind<Row extends Draft & ObjectLiteral> {
  entity: new () => Row;
  name: 'campaign' | 'sequence';
  key: keyof Row & string;
  publish(
    parts: PublishDependencies,
    draft: Row,
    inTransaction: (db: EntityManager) => Promise<void>,
  ): Promise<unknown>;
}

const campaigns: Kind<CampaignDraft> = {
  entity: CampaignDraft,
  name: 'campaign',
  key: 'campaignId',
  async publish(parts, { campaignId, content, savedBy: publishedBy }, inTransaction) {
    const campaign = await parts.dataSource.manager.findOneBy(Campaign, { id: campaignId });
    // Otherwise the campaign is being deleted, and the draft with it.
    if (campaign) await updateCampaign(parts, campaign, content, { publishedBy, inTransaction });
  },
};

const sequences: Kind<SequenceDraft> = {
  entity: SequenceDraft,
  name: 'sequence',
  key: 'sequenceId',
  async publish(parts, { sequenceId, content, enrolledLeads, savedBy: publishedBy }, inTransaction) {
    const sequence = await parts.dataSource.manager.findOneBy(Sequence, { id: sequenceId });
    const options = { publishedBy, enrolledLeads, keepsPause: true, inTransaction };
    if (sequence) await saveSequence(parts, sequence, content, options);
  },
};

/** A draft was published, deleted or saved again meanwhile. */
class NotDue extends Error {}

/** Publishes the drafts whose time has come. A draft that is refused stays, with the reason. */
export async function publishDrafts(parts: PublishDependencies, signal: AbortSignal): Promise<void> {
  await publishKind(parts, campaigns, signal);
  await publishKind(parts, sequences, signal);
}

async function publishKind<Row extends Draft & ObjectLiteral>(
  parts: PublishDependencies,
  { entity, name, key, publish }: Kind<Row>,
  signal: AbortSignal,
): Promise<void> {
  const { manager } = parts.dataSource;
  const due = await manager
    .createQueryBuilder(entity, 'draft')
    .where('draft.publishAt <= now()')
    .orderBy('draft.publishAt')
    .take(PAGE)
    .getMany();
  for (const draft of due) {
    if (signal.aborted) return;
    const { savedAt } = draft;
    // A draft that was saved again has another content.
    const unchanged = { [key]: draft[key], savedAt };
    const audit = (db: EntityManager, outcome: string) =>
      db.insert(AuditEntry, {
        ...{ actor: AuditActor.schedule, actorName: draft.savedBy, clientId: draft.clientId, outcome },
        ...{ operation: name === 'campaign' ? 'publishCampaignDraft' : 'publishSequenceDraft' },
        ...{ objectKind: name, objectId: draft[key] as string },
      });
    /** Deletes the draft in the transaction that publishes it, so that it is published once. */
    const take = async (db: EntityManager) => {
      const query = db.createQueryBuilder().delete().from(entity).where(unchanged).andWhere('publish_at <= now()');
      if ((await query.execute()).affected === 0) throw new NotDue();
      await audit(db, 'ok');
    };
    try {
      await publish(parts, draft, take);
    } catch (error) {
      if (error instanceof NotDue) continue;
      const { code, failure, publishAt } = failureOf(error);
      const query = manager
        .createQueryBuilder()
        .update(entity)
        .set({ failure, publishAt } as object)
        .where(unchanged);
      const { affected } = await query.andWhere('publish_at <= now()').execute();
      if (affected !== 0 && publishAt === null) await audit(manager, code);
    }
  }
}

/** Returns what is stored with a draft that could not be published. After an unexpected error, it is tried again. */
function failureOf(error: unknown) {
  const { code, text: failure } = describeError(error);
  const isUnexpected = ['INTERNAL_SERVER_ERROR', 'UNAVAILABLE'].includes(code);
  return { code, failure, publishAt: isUnexpected ? () => `now() + interval '${RETRY_MINUTES} minute'` : null };
}
