import type { EntityManager } from 'typeorm';
import { Campaign } from '../campaigns/campaign.entity';
import { campaignMedia } from '../campaigns/campaign-media';
import { loadContent } from '../campaigns/versions/publish-campaign-version';
import { Sequence, type Step } from '../sequences/sequence.entity';
import type { VersionStep } from '../sequences/versions/sequence-version.entity';
import type { PlaybookCopy } from './playbook-copy.entity';

/** Fields of an object by their names in the input that updates it, as JSON values. */
export type Fields = Record<string, unknown>;

/** The content of a sequence, by the names of `UpdateSequenceInput`. */
export interface SequenceContent extends Pick<Sequence, 'name' | 'description' | 'triggerEvent' | 'stopOnReply'> {
  steps: VersionStep[];
}

/** What a version of a playbook contains. */
export interface PlaybookContent {
  /** The content of the campaign, by the names of `UpdateCampaignInput`. */
  campaign: Fields;
  /** `key` is the ID of the sequence that was published first, so that later versions find the client's copy of it. */
  sequences: (SequenceContent & { key: string })[];
}

/** Fields whose values are of one client. */
const ofOneClient = ['slug', 'translationOfId', 'contactPhone', 'contactAddress'];

/**
 * Loads what the next version of a playbook would contain, or null if the campaign was deleted. It leaves out what belongs
 * to the campaign's client, such as uploaded media.
 *
 * @param sequenceIds the campaign's sequences by their keys in the playbook, if the campaign is a copy of it
 */
export async function loadPlaybookContent(
  db: EntityManager,
  campaignId: string,
  sequenceIds: PlaybookCopy['sequenceIds'] = {},
): Promise<PlaybookContent | null> {
  // Saves of the campaign and of its sequences lock it as well, so the content is that of one moment.
  const lock = { mode: 'for_no_key_update' } as const;
  if (!(await db.findOne(Campaign, { where: { id: campaignId }, lock }))) return null;
  const { content } = await loadContent(db, campaignId);
  const isUpload = (name: string, value: unknown) =>
    name in campaignMedia && typeof value === 'string' && value.startsWith('/objects/');
  const shared = Object.entries(content).filter(
    ([name, value]) => !ofOneClient.includes(name) && !isUpload(name, value),
  );
  const sequences = await db.find(Sequence, {
    where: { campaignId },
    relations: { steps: true },
    order: { createdAt: 'ASC', id: 'ASC', steps: { position: 'ASC' } },
  });
  const keys = new Map(Object.entries(sequenceIds).map(([key, id]) => [id, key]));
  return {
    campaign: Object.fromEntries(shared),
    sequences: sequences.map((sequence) => ({
      key: keys.get(sequence.id) ?? sequence.id,
      ...contentOfSequence(sequence, sequence.steps),
    })),
  };
}

/** Returns the content of a sequence. */
export const contentOfSequence = (
  { name, description, triggerEvent, stopOnReply }: Sequence,
  steps: readonly Step[],
): SequenceContent => ({
  ...{ name, description, triggerEvent, stopOnReply },
  steps: steps.map(({ key, delayMinutes, message, variants }) => ({ key, delayMinutes, message, variants })),
});
