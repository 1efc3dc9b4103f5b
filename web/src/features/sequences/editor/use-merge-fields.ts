import { useQuery } from '@apollo/client/react';
import { exampleLead } from '@dripline/contract/rules/example-lead';
import { CampaignsDocument, ClientDocument } from '../../../shared/graphql/generated';
import { useWatch } from 'react-hook-form';
import { mergeTokens } from './merge-tokens';
import type { SequenceValues } from '../sequence-values';

/** What the chosen campaign gives to the texts that are being written: what can be filled in, and examples of it. */
export function useMergeFields(clientId: string) {
  const { data: answer } = useQuery(CampaignsDocument, { variables: { clientId } });
  const { data: owner } = useQuery(ClientDocument, { variables: { id: clientId } });
  const campaignId = useWatch<SequenceValues, 'campaignId'>({ name: 'campaignId' });
  const fields = answer?.campaigns.find(({ id }) => id === campaignId)?.formFields ?? [];
  return { tokens: mergeTokens(fields), example: exampleLead(fields, owner?.client.businessName ?? '') };
}
