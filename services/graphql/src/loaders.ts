import DataLoader from 'dataloader';
import { In, type EntityManager } from 'typeorm';
import { Campaign } from './campaigns/campaign.entity';
import { FormField } from './campaigns/form-field.entity';
import { Sequence, Step } from './sms/sequence.entity';
import { SmsMessage } from './sms/sms-message.entity';
import { loadCampaignStats, loadClientStats, loadClientUsage } from './stats/load-stats';

/** One request's batching: many rows of a list ask, one statement answers. */
export type Loaders = ReturnType<typeof createLoaders>;

export function createLoaders(db: EntityManager) {
  return {
    clientStats: new DataLoader((ids: readonly string[]) => loadClientStats(db, ids)),
    clientUsage: new DataLoader((ids: readonly string[]) => loadClientUsage(db, ids)),
    campaignStats: new DataLoader((ids: readonly string[]) => loadCampaignStats(db, ids)),
    campaignName: new DataLoader(async (ids: readonly string[]) => {
      const rows = await db.find(Campaign, { select: { id: true, name: true }, where: { id: In(ids) } });
      return ids.map((id) => rows.find((row) => row.id === id)?.name ?? '');
    }),
    sequenceName: new DataLoader(async (ids: readonly string[]) => {
      const rows = await db.find(Sequence, { select: { id: true, name: true }, where: { id: In(ids) } });
      return ids.map((id) => rows.find((row) => row.id === id)?.name ?? '');
    }),
    formFields: new DataLoader(async (ids: readonly string[]) => {
      const rows = await db.find(FormField, { where: { campaignId: In(ids) }, order: { position: 'ASC' } });
      return ids.map((id) => rows.filter((row) => row.campaignId === id));
    }),
    steps: new DataLoader(async (ids: readonly string[]) => {
      const rows = await db.find(Step, { where: { sequenceId: In(ids) }, order: { position: 'ASC' } });
      return ids.map((id) => rows.filter((row) => row.sequenceId === id));
    }),
    messagesOfEnrollment: new DataLoader(async (ids: readonly string[]) => {
      const rows = await db.find(SmsMessage, { where: { enrollmentId: In(ids) }, order: { step: 'ASC' } });
      return ids.map((id) => rows.filter((row) => row.enrollmentId === id));
    }),
    activeEnrollments: new DataLoader(async (ids: readonly string[]) => {
      const rows = await db.query<{ id: string; n: number }[]>(
        `SELECT sequence_id AS id, count(*)::int AS n FROM enrollments WHERE sequence_id = ANY($1) AND status IN ('active', 'held') GROUP BY sequence_id`,
        [ids],
      );
      return ids.map((id) => rows.find((row) => row.id === id)?.n ?? 0);
    }),
  };
}
