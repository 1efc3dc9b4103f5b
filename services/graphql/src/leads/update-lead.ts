import { FormField } from '../campaigns/form-field.entity';
import type { Context } from '../api/context';
import { enroll } from '../enrollments/enroll-lead';
import { TriggerEvent } from '../sequences/sequence.entity';
import { tellGone } from '../enrollments/wake-enrollments';
import { emitLeadEvent } from '../webhooks/emit-event';
import { checkSize } from './check-form';
import { contactOf } from './contact-of';
import { Lead, LeadStatus } from './lead.entity';
import type { UpdateLeadInput } from './lead.inputs';

/** Changes a lead. Becoming contacted for the first time triggers sequences; becoming converted ends those under way. */
export async function updateLead(
  { dataSource, followUps, settings }: Context,
  id: string,
  input: UpdateLeadInput,
): Promise<Lead> {
  const updated = await dataSource.transaction(async (db) => {
    const lead = await db.findOneOrFail(Lead, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (input.formData) {
      const formData = checkSize(input.formData);
      const fields = await db.findBy(FormField, { campaignId: lead.campaignId });
      Object.assign(lead, { formData, ...contactOf(formData, fields, settings.phoneCountry) });
    }
    const before = lead.status;
    lead.status = input.status ?? before;
    const isFirstContact = lead.status === LeadStatus.contacted && lead.contactedAt === null;
    if (isFirstContact) lead.contactedAt = new Date();
    const { updatedAt } = lead;
    await db.save(lead);
    if (isFirstContact) await enroll(db, lead, TriggerEvent.lead_contacted, settings);
    if (lead.status === LeadStatus.converted && before !== LeadStatus.converted) await tellGone(db, { leadId: id });
    const changed = await db.findOneByOrFail(Lead, { id });
    // A held lead does not exist for its client.
    if (!changed.held && changed.updatedAt > updatedAt) await emitLeadEvent(db, 'lead.updated', changed);
    return changed;
  });
  followUps.nudge();
  return updated;
}
