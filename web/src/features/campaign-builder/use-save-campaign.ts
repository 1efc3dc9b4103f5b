import { useMutation } from '@apollo/client/react';
import {
  CampaignDocument,
  type CampaignFieldsFragment,
  CreateCampaignDocument,
  UpdateCampaignDocument,
} from '../../shared/graphql/generated';
import { type CampaignDraft, toCampaignInput } from './campaign-draft';

/** Returns a function that creates or updates the campaign. It throws the server's error. */
export function useSaveCampaign(clientId: string, campaignId: string | undefined) {
  const [create, { loading: isCreating }] = useMutation(CreateCampaignDocument, {
    // The builder then opens at the campaign's own URL, which reads it from the cache.
    update: (cache, { data }) =>
      data &&
      cache.writeQuery({
        query: CampaignDocument,
        variables: { id: data.createCampaign.id },
        data: { campaign: data.createCampaign },
      }),
  });
  const [update, { loading: isUpdating }] = useMutation(UpdateCampaignDocument);
  const save = async (draft: CampaignDraft): Promise<CampaignFieldsFragment> => {
    const input = toCampaignInput(draft);
    if (!campaignId) return (await create({ variables: { clientId, input } })).data!.createCampaign;
    return (await update({ variables: { id: campaignId, input } })).data!.updateCampaign;
  };
  return { save, isSaving: isCreating || isUpdating };
}
