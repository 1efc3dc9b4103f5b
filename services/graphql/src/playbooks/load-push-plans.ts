import { type EntityManager, In } from 'typeorm';
import { fail, fieldError } from '../api/errors';
import { Campaign } from '../campaigns/campaign.entity';
import { FormField } from '../campaigns/form-field.entity';
import { contentOfCampaign } from '../campaigns/versions/publish-campaign-version';
import { Sequence, Step } from '../sequences/sequence.entity';
import { planPush, type PushPlan } from './plan-push';
import { contentOfSequence, type Fields, type PlaybookContent } from './playbook-content';
import type { PlaybookCopy } from './playbook-copy.entity';

/** A push of a version to a copy. */
export interface PushRequest {
  copy: PlaybookCopy;
  number: number;
}

/** Plans pushes to several copies in a fixed number of statements. The plan of one that cannot be pushed is an error. */
export async function loadPushPlans(
  db: EntityManager,
  requests: readonly PushRequest[],
): Promise<(PushPlan | Error)[]> {
  const copies = requests.map(({ copy }) => copy);
  const versions = await loadVersions(db, requests);
  const campaigns = await loadCampaigns(db, copies);
  const sequences = await loadSequences(db, copies);
  return requests.map(({ copy: { playbookId, versionNumber, campaignId, sequenceIds }, number }) => {
    const base = versions.get(`${playbookId} ${versionNumber}`);
    const next = versions.get(`${playbookId} ${number}`);
    const campaign = campaigns.get(campaignId);
    if (!base || !next) return fieldError('number', `The playbook has no version ${number}.`);
    if (!campaign) return fail('NOT_FOUND', 'Campaign not found');
    const current = Object.entries(sequenceIds).map(([key, id]): [string, Fields | null] => [
      key,
      sequences.get(id) ?? null,
    ]);
    return planPush({ base, next, campaign, sequences: new Map(current) });
  });
}

async function loadVersions(
  db: EntityManager,
  requests: readonly PushRequest[],
): Promise<Map<string, PlaybookContent>> {
  const rows = await db.query<{ playbook_id: string; number: number; content: PlaybookContent }[]>(
    `SELECT playbook_id, number, content FROM playbook_versions
     WHERE (playbook_id, number) IN (SELECT * FROM unnest($1::uuid[], $2::int[]) UNION SELECT * FROM unnest($1::uuid[], $3::int[]))`,
    [
      requests.map(({ copy }) => copy.playbookId),
      requests.map(({ copy }) => copy.versionNumber),
      requests.map(({ number }) => number),
    ],
  );
  return new Map(rows.map(({ playbook_id, number, content }) => [`${playbook_id} ${number}`, content]));
}

async function loadCampaigns(db: EntityManager, copies: readonly PlaybookCopy[]): Promise<Map<string, Fields>> {
  const ids = copies.map(({ campaignId }) => campaignId);
  const campaigns = await db.findBy(Campaign, { id: In(ids) });
  const fields = await db.find(FormField, { where: { campaignId: In(ids) }, order: { position: 'ASC' } });
  const fieldsOf = Map.groupBy(fields, ({ campaignId }) => campaignId);
  return new Map(
    campaigns.map((campaign) => [campaign.id, contentOfCampaign(campaign, fieldsOf.get(campaign.id) ?? [])]),
  );
}

async function loadSequences(db: EntityManager, copies: readonly PlaybookCopy[]): Promise<Map<string, Fields>> {
  const ids = copies.flatMap(({ sequenceIds }) => Object.values(sequenceIds));
  const sequences = await db.findBy(Sequence, { id: In(ids) });
  const steps = await db.find(Step, { where: { sequenceId: In(ids) }, order: { position: 'ASC' } });
  const stepsOf = Map.groupBy(steps, ({ sequenceId }) => sequenceId);
  return new Map(
    sequences.map((row) => [row.id, contentOfSequence(row, stepsOf.get(row.id) ?? []) as unknown as Fields]),
  );
}
