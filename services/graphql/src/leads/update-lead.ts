import type { EntityManager } from 'typeorm';
import { FormField } from '../campaigns/form-field.entity';
import type { Context, PhoneRules } from '../api/context';
import { fieldError } from '../api/errors';
import { assertVersion } from '../api/versions';
import { cancelEnrollments } from '../enrollments/cancel-enrollments';
import { enrollLead } from '../enrollments/enroll-lead';
import { TriggerEvent } from '../sequences/sequence.entity';
import { signalEndedOfLeads } from '../enrollments/wake-enrollments';
import { causeOf, notifyOfAssignment } from '../notifications/notify';
import { emitConversions, emitLeadEvent } from '../webhooks/emit-event';
import { fitsSubmission, validateChangedAnswers, validateSize, validateStoredSize } from './validate-form';
import { extractContact } from './extract-contact';
import { keptAttribution } from './attribution/ad-consent';
import { quoteNames, recordHistory } from './history/record-history';
import { Lead, LeadStatus } from './lead.entity';
import type { UpdateLeadInput } from './lead.inputs';
import { assertMember, recordOwner } from './owners/set-owner';

/** Updates a lead. Its first contact triggers sequences, and its conversion stops them. */
export async function updateLead(
  ctx: Context,
  { id, clientId }: Pick<Lead, 'id' | 'clientId'>,
  input: UpdateLeadInput,
  expectedVersion?: number | null,
): Promise<Lead> {
  const { dataSource, outboxRelay, settings } = ctx;
  const by = await causeOf(ctx, clientId);
  const updated = await dataSource.transaction(async (db) => {
    await assertVersion(db, Lead, { id }, expectedVersion);
    const lead = await db.findOneOrFail(Lead, { where: { id }, lock: { mode: 'pessimistic_write' } });
    const previousNumber = lead.phoneE164;
    let changedAnswers: string[] = [];
    if (input.adConsent === true && lead.adConsent !== true)
      throw fieldError('adConsent', 'Only the visitor can give consent. It can be withdrawn here.');
    if (input.adConsent === false)
      Object.assign(lead, { adConsent: false, attribution: keptAttribution(false, lead.attribution) });
    if (input.formData) {
      const formData = validateSize(input.formData);
      const fields = await db.findBy(FormField, { campaignId: lead.campaignId });
      validateChangedAnswers(fields, lead.formData, formData);
      changedAnswers = findChangedAnswers(lead, formData, fields);
      const contact = extractContact(formData, fields, settings.phoneCountry);
      const stored = { formData, ...contact, source: lead.source };
      validateStoredSize(stored, formData);
      Object.assign(lead, stored);
      if (!fitsSubmission({ ...stored, formLabels: lead.formLabels })) lead.formLabels = null;
      if (!fitsSubmission({ ...stored, formLabels: lead.formLabels, attribution: lead.attribution }))
        lead.attribution = null;
    }
    if (previousNumber !== null && lead.phoneE164 !== previousNumber)
      await cancelEnrollments(db, previousNumber, 'number_changed', { leadId: id });
    if (input.ownerId !== undefined) {
      if (input.ownerId !== null) await assertMember(db, lead.clientId, input.ownerId);
      if (input.ownerId !== lead.ownerId) {
        if (input.ownerId !== null && !lead.held)
          await notifyOfAssignment(db, { clientId, ownerId: input.ownerId, by }, [id]);
        await recordOwner(db, [lead], input.ownerId, by.actorName);
      }
      lead.ownerId = input.ownerId;
    }
    const { updatedAt, status, contactedAt } = lead;
    lead.status = input.status ?? status;
    if (isFirstContact(lead, lead.status)) lead.contactedAt = new Date();
    await db.save(lead);
    await recordHistory(db, by.actorName, [
      ...(lead.status === status
        ? []
        : [{ clientId, leadId: id, kind: 'status' as const, previous: status, current: lead.status }]),
      ...(changedAnswers.length === 0
        ? []
        : [{ clientId, leadId: id, kind: 'answers' as const, previous: null, current: quoteNames(changedAnswers) }]),
    ]);
    await followStatus(db, [{ lead, previous: { status, contactedAt } }], settings);
    const saved = await db.findOneByOrFail(Lead, { id });
    // Held leads are hidden from the client, so no event is emitted.
    if (!saved.held && saved.updatedAt > updatedAt) {
      await emitLeadEvent(db, 'lead.updated', saved);
      if (saved.status !== status) await emitConversions(db, saved.status, clientId, [id]);
    }
    return saved;
  });
  outboxRelay.wake();
  return updated;
}

/** Returns the questions whose answers differ, by their labels. */
function findChangedAnswers(
  { formData: before, formLabels }: Pick<Lead, 'formData' | 'formLabels'>,
  after: Record<string, string>,
  fields: readonly FormField[],
): string[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...keys].filter((key) => (before[key] ?? '') !== (after[key] ?? ''));
  return changed.map((key) => formLabels?.[key] ?? fields.find(({ id }) => id === key)?.label ?? key);
}

type ContactState = Pick<Lead, 'status' | 'contactedAt'>;

/** Whether a lead that gets a status becomes contacted for the first time. */
export const isFirstContact = ({ contactedAt }: ContactState, status: LeadStatus) =>
  status === LeadStatus.contacted && contactedAt === null;

/** A lead whose status changed, and its state before. */
export interface StatusChange {
  lead: Lead;
  previous: ContactState;
}

/** Starts the sequences of first contacts and stops those of conversions, in the caller's transaction. */
export async function followStatus(
  db: EntityManager,
  changes: readonly StatusChange[],
  phones: Pick<PhoneRules, 'messageCountries'>,
): Promise<void> {
  const contacted = changes.filter(({ lead, previous }) => isFirstContact(previous, lead.status));
  const triggered = await db.query<{ id: string }[]>(
    `SELECT DISTINCT campaign_id AS id FROM sequences WHERE campaign_id = ANY ($1) AND trigger_event = 'lead_contacted'`,
    [contacted.map(({ lead }) => lead.campaignId)],
  );
  for (const { lead } of contacted)
    if (triggered.some(({ id }) => id === lead.campaignId))
      await enrollLead(db, lead, TriggerEvent.lead_contacted, phones);
  const converted = changes.filter(
    ({ lead, previous }) => lead.status === LeadStatus.converted && previous.status !== LeadStatus.converted,
  );
  if (converted.length > 0)
    await signalEndedOfLeads(
      db,
      converted.map(({ lead }) => lead.id),
    );
}
