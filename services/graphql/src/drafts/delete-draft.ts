import type { EntityManager } from 'typeorm';
import { CampaignDraft, SequenceDraft } from './draft.entity';

/** Deletes the draft of a campaign or sequence that the transaction publishes, unless somebody saved a newer one. */
export async function deleteDraft(
  db: EntityManager,
  draft: Pick<CampaignDraft, 'campaignId' | 'savedAt'> | Pick<SequenceDraft, 'sequenceId' | 'savedAt'>,
): Promise<void> {
  await ('campaignId' in draft ? db.delete(CampaignDraft, draft) : db.delete(SequenceDraft, draft));
}
