import { useMutation } from '@apollo/client/react';
import {
  CampaignDocument,
  type CampaignFieldsFragment,
  CreateCampaignDocument,
  UpdateCampaignDocument,
} from '../../shared/graphql/generated';
import { type CampaignDraft, toInput } from './campaign-draft';

/** Saves a draft: a new campaign the first time, the same one from then on. Throws what the server refused. */
export function useSaveCampaign(clientId: string, campaignId: string | undefined) {
  const [create, { loading: isCreating }] = useMutation(CreateCampaignDocument, {
    // The builder opens again under the campaign's own address: with this it need not be loaded first.
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
    const input = toInput(draft);
    if (!campaignId) return (await create({ variables: { clientId, input } })).data!.createCampaign;
    return (await update({ variables: { id: campaignId, input } })).data!.updateCampaign;
  };
  return { save, isSaving: isCreating || isUpdating };
}
