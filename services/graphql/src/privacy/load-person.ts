import { type EntityManager, In, IsNull, Not } from 'typeorm';
import { AuditEntry } from '../audit/audit-entry.entity';
import { Consent } from '../leads/consent/consent.entity';
import { LeadHistoryEntry } from '../leads/history/lead-history.entity';
import { Lead } from '../leads/lead.entity';
import { LeadNote } from '../leads/notes/lead-note.entity';
import { loadTagsOfLeads } from '../leads/tags/load-tags';
import { SpamLead } from '../leads/spam/spam-lead.entity';
import { LeadNotification } from '../lead-notifications/lead-notification.entity';
import { Enrollment } from '../enrollments/enrollment.entity';
import { findOptOuts } from '../replies/suppress';
import { Reply } from '../replies/reply.entity';
import { SmsMessage } from '../messages/sms-message.entity';
import { WebhookDelivery } from '../webhooks/webhook-delivery.entity';
import {
  findImportRows,
  findLeadIds,
  findSpamLeadIds,
  findPhoneNumbers,
  whereLeadIn,
  type PersonQuery,
} from './find-person';
import {
  type Person,
  PERSON_FORMAT,
  type PersonWebhookEvent,
  type PersonLead,
  type PersonSpamSubmission,
  type PersonMessage,
} from './person.types';

const oldestFirst = { order: { createdAt: 'ASC' } } as const;

/** Loads everything stored about a person. Call it in a REPEATABLE READ transaction for a consistent snapshot. */
export async function loadPerson(db: EntityManager, person: PersonQuery): Promise<Person> {
  const leadIds = await findLeadIds(db, person);
  const spamIds = await findSpamLeadIds(db, person);
  const spam = await db.find(SpamLead, { where: { id: In(spamIds) }, relations: { campaign: true }, ...oldestFirst });
  const numbers = await findPhoneNumbers(db, person, leadIds, spamIds);
  const optOuts = await findOptOuts(db, person.clientId, numbers);
  return {
    format: PERSON_FORMAT,
    exportedAt: new Date(),
    leads: await loadLeads(db, leadIds),
    spamSubmissions: spam.map(toSpam),
    importRows: await findImportRows(db, person, numbers, leadIds),
    optOuts,
  };
}

async function loadLeads(db: EntityManager, ids: string[]): Promise<PersonLead[]> {
  const where = whereLeadIn(ids);
  const leads = await db.find(Lead, { where: { id: In(ids) }, relations: { campaign: true }, ...oldestFirst });
  const tags = await loadTagsOfLeads(
    db,
    leads.map(({ id }) => id),
  );
  const consents = await db.find(Consent, { where, ...oldestFirst });
  const ofSequences = { ...where, sequenceId: Not(IsNull()) };
  const enrollments = await db.find(Enrollment, {
    where: ofSequences,
    relations: { sequence: true },
    ...oldestFirst,
  });
  const messages = await db.find(SmsMessage, { where, ...oldestFirst });
  const replies = await db.find(Reply, { where, ...oldestFirst });
  const notes = await db.find(LeadNote, { where, ...oldestFirst });
  const history = await db.find(LeadHistoryEntry, { where, ...oldestFirst });
  const leadNotifications = await db.find(LeadNotification, { where });
  const deliveries = await db.find(WebhookDelivery, { where, relations: { webhook: true }, ...oldestFirst });
  const changes = await db.find(AuditEntry, { where: { objectId: In(ids), outcome: 'ok' }, ...oldestFirst });
  return leads.map(({ campaign, ...lead }, index) => {
    const ofThisLead = <Row extends { leadId: string | null }>(rows: Row[]) =>
      rows.filter(({ leadId }) => leadId === lead.id);
    return {
      ...lead,
      campaignName: campaign.name,
      tags: tags[index]!,
      consents: ofThisLead(consents),
      enrollments: ofThisLead(enrollments).map(({ sequence, status, reason, createdAt }) => ({
        sequence: sequence!.name,
        status,
        reason,
        createdAt,
      })),
      messages: ofThisLead(messages).map(toMessage),
      replies: ofThisLead(replies),
      notes: ofThisLead(notes),
      history: ofThisLead(history),
      leadNotification: ofThisLead(leadNotifications)[0]?.body ?? null,
      webhookEvents: ofThisLead(deliveries).flatMap(toEvent),
      changes: changes.filter(({ objectId }) => objectId === lead.id),
    };
  });
}

const toMessage = ({ toE164, body, status, deliveryStatus, createdAt, sentAt }: SmsMessage): PersonMessage => ({
  to: toE164,
  body,
  status,
  deliveryStatus,
  createdAt,
  sentAt,
});

/** Returns no event for a delivery of a deleted webhook, because it is being deleted, too. */
const toEvent = ({ type, webhook, createdAt, attemptedAt, payload }: WebhookDelivery): PersonWebhookEvent[] =>
  webhook
    ? // Only the host is returned, because the URL may contain a secret.
      [{ type, host: new URL(webhook.url).host, createdAt, attemptedAt, posted: JSON.parse(payload) as object }]
    : [];

const toSpam = ({
  id,
  campaign,
  source,
  attribution,
  adConsent,
  adConsentText,
  reason,
  formData,
  consent,
  createdAt,
}: SpamLead): PersonSpamSubmission => ({
  id,
  campaignName: campaign.name,
  source,
  attribution,
  adConsent,
  adConsentText,
  reason,
  formData,
  consent,
  createdAt,
});
