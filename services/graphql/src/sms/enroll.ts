import type { EntityManager } from 'typeorm';
import { Client } from '../clients/client.entity';
import type { Lead } from '../leads/lead.entity';
import { leaveWord } from '../outbox/outbox';
import { Enrollment } from './enrollment.entity';
import { Sequence, SequenceStatus, type TriggerEvent } from './sequence.entity';

/** Enrolls a lead, once, in every active sequence of its campaign that the event triggers, and leaves word for Temporal. */
export async function enroll(db: EntityManager, lead: Lead, triggerEvent: TriggerEvent): Promise<void> {
  if (lead.phoneE164 === null) return;
  const sequences = await db.find(Sequence, {
    where: { campaignId: lead.campaignId, triggerEvent, status: SequenceStatus.active },
    relations: { steps: true },
    order: { steps: { position: 'ASC' } },
  });
  if (sequences.length === 0) return;
  const client = await db.findOneByOrFail(Client, { id: lead.clientId });
  if (!client.smsAutoReplyEnabled) return;
  const inserted = await db
    .createQueryBuilder()
    .insert()
    .into(Enrollment)
    .values(
      sequences.map(({ id, steps }) => ({
        clientId: lead.clientId,
        sequenceId: id,
        leadId: lead.id,
        steps: steps.map(({ delayMinutes, message }) => ({ delayMinutes, message })),
        nextDueAt: () => `now() + interval '${Number(steps[0]?.delayMinutes ?? 0)} minutes'`,
      })),
    )
    .orIgnore()
    .returning('id')
    .execute();
  await leaveWord(db, 'start', (inserted.raw as { id: string }[]).map(({ id }) => id));
}
