import { type SampleAnswers, sampleLead } from '@dripline/contract/rules/sample-lead';
import { isUUID } from 'class-validator';
import { Campaign } from '../campaigns/campaign.entity';
import type { Client } from '../clients/client.entity';
import type { Context } from '../api/context';
import { fieldError } from '../api/errors';

/** Loads the answers of a sample lead, made up from the form fields of one of the client's campaigns. */
export async function loadSampleLead(
  { dataSource }: Context,
  client: Client,
  campaignId: string | null | undefined,
): Promise<SampleAnswers> {
  const where = { id: campaignId!, clientId: client.id };
  const campaign = isUUID(campaignId)
    ? await dataSource.manager.findOne(Campaign, { where, relations: { formFields: true } })
    : null;
  if (!campaign) throw fieldError('campaignId', 'Choose one of this client’s campaigns.');
  return sampleLead(campaign.formFields, client.businessName, campaign.language);
}
