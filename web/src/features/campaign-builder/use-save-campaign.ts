import { useMutation } from '@apollo/client/react';
import {
  CampaignDocument,
  type CampaignFieldsFragment,
  CreateCampaignDocument,
  UpdateCampaignDocument,
} from '../../shared/graphql/generated';
import type { Edited } from '../../shared/use-save';
import { type CampaignDraft, toCampaignInput } from './campaign-draft';

/**
 * Returns a function that creates or updates the campaign. It throws the server's error.
 *
 * @param draftSavedAt when the draft that the form shows was saved, which the update deletes
 */
export function useSaveCampaign(clientId: string, campaignId: string | undefined, draftSavedAt: string | undefined) {
  const [create] = useMutation(CreateCampaignDocument, {
    // The builder then opens at the campaign's own URL, which reads it from the cache.
    update: (cache, { data }) =>
      data &&
      cache.writeQuery({
        query: CampaignDocument,
        variables: { id: data.createCampaign.id },
        data: { campaign: data.createCampaign },
      }),
  });
  const [update] = useMutation(UpdateCampaignDocument);
  return async ({ values, changes, version }: Edited<CampaignDraft>): Promise<CampaignFieldsFragment> => {
    if (!campaignId)
      return (await create({ variables: { clientId, input: toCampaignInput(values) } })).data!.createCampaign;
    const variables = {
      id: campaignId,
      input: toCampaignInput(changes),
      expectedVersion: version,
      ...(draftSavedAt !== undefined && { draftSavedAt }),
    };
    return (await update({ variables })).data!.updateCampaign;
  };
}
