import { useMutation } from '@apollo/client/react';
import { DeleteDialog } from '../../shared/dialogs/delete-dialog';
import { plural } from '../../shared/format';
import { type CampaignsWithStatsQuery, DeleteCampaignDocument } from '../../shared/graphql/generated';
import { campaignMessages } from '../../messages/campaigns/campaigns';
import { campaignToasts } from '../../messages/campaigns/campaign-toasts';
import { showToast } from '../../ui/feedback/toaster';

interface DeleteCampaignDialogProps {
  campaign: CampaignsWithStatsQuery['client']['campaigns']['nodes'][number];
  onClose: () => void;
}

/** Asks for confirmation before a campaign, its leads and its sequences are deleted. */
export function DeleteCampaignDialog({ campaign, onClose }: DeleteCampaignDialogProps) {
  const [deleteCampaign, { loading }] = useMutation(DeleteCampaignDocument, {
    variables: { id: campaign.id },
    onCompleted: () => {
      showToast(campaignToasts.deleted);
      onClose();
    },
    onError: () => showToast(campaignToasts.deleteFailed),
  });
  return (
    <DeleteDialog name={campaign.name} busy={loading} onConfirm={() => void deleteCampaign()} onClose={onClose}>
      {campaignMessages.deletes(plural(campaign.stats.totalLeads, 'lead'))}
    </DeleteDialog>
  );
}
