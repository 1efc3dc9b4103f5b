import { useQuery } from '@apollo/client/react';
import { sampleLead } from '@dripline/contract/rules/sample-lead';
import { type CampaignFieldsFragment, CampaignsDocument, ClientDocument } from '../../../shared/graphql/generated';
import { useWatch } from 'react-hook-form';
import { useWholeList } from '../../../shared/use-whole-list';
import type { SequenceValues } from '../sequence-values';

type FormField = CampaignFieldsFragment['formFields'][number];

const builtInTokens = ['firstName', 'fullName', 'businessName'];

/**
 * Returns the merge fields of the selected campaign and a sample lead's values for them, and whether the client may
 * compare messages.
 */
export function useMergeFields(clientId: string) {
  const { items: campaigns = [] } = useWholeList(CampaignsDocument, { clientId }, ({ client }) => client.campaigns);
  const { data: clientData } = useQuery(ClientDocument, { variables: { id: clientId } });
  const campaignId = useWatch<SequenceValues, 'campaignId'>({ name: 'campaignId' });
  const campaign = campaigns.find(({ id }) => id === campaignId);
  const fields = campaign?.formFields ?? [];
  return {
    tokens: mergeFieldNames(fields),
    example: sampleLead(fields, clientData?.client.businessName ?? '', campaign?.language),
    canTest: clientData?.client.abTestingEnabled ?? false,
  };
}

/**
 * Returns the merge fields available in a campaign's messages: the lead's name, the business name and every form field.
 */
export function mergeFieldNames(fields: readonly FormField[]): string[] {
  return [...new Set([...builtInTokens, ...fields.map(({ id }) => id)])];
}
