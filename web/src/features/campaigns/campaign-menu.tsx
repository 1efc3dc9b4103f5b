import { useMutation } from '@apollo/client/react';
import { Ellipsis } from 'lucide-react';
import { useNavigate } from 'react-router';
import { type CampaignFieldsFragment, UpdateCampaignDocument } from '../../shared/graphql/generated';
import { paths } from '../../shared/paths';
import { useSessionRole } from '../../shared/session-role';
import { campaignMessages as messages } from '../../messages/campaigns/campaigns';
import { abTestMessages } from '../../messages/campaigns/ab-tests';
import { placementMessages } from '../../messages/campaigns/placements';
import { campaignToasts } from '../../messages/campaigns/campaign-toasts';
import { showToast } from '../../ui/feedback/toaster';
import { MenuButton } from '../../ui/menu/menu-button';

interface CampaignMenuProps {
  campaign: CampaignFieldsFragment;
  /** Whether the client can create no further campaign this month. */
  isLimitReached: boolean;
  onDelete: () => void;
  onPlacements: () => void;
  onAbTests: () => void;
  /** Saves the campaign as a playbook. Without it, the viewer may not. */
  onPlaybook?: (() => void) | undefined;
}

/** What the menu changes of a campaign. Each is shown at once and taken back if it cannot be saved. */
const changes = {
  pause: { input: { status: 'inactive' }, toast: campaignToasts.paused },
  activate: { input: { status: 'active' }, toast: campaignToasts.activated },
  archive: { input: { archived: true }, toast: campaignToasts.archived },
  restore: { input: { archived: false }, toast: campaignToasts.restored },
} as const;

/** A menu that pauses, duplicates, archives or deletes a campaign. */
export function CampaignMenu({
  campaign,
  isLimitReached,
  onDelete,
  onPlacements,
  onAbTests,
  onPlaybook,
}: CampaignMenuProps) {
  const { id, clientId, name, status, archivedAt } = campaign;
  const role = useSessionRole();
  const navigate = useNavigate();
  const [updateCampaign, { loading }] = useMutation(UpdateCampaignDocument);
  const change = async (kind: keyof typeof changes) => {
    const { input, toast } = changes[kind];
    const shown = {
      status: kind === 'activate' ? ('active' as const) : ('inactive' as const),
      archivedAt: kind === 'archive' ? new Date().toISOString() : null,
    };
    try {
      await updateCampaign({
        variables: { id, input },
        optimisticResponse: { updateCampaign: { ...campaign, ...shown } },
      });
      showToast(toast);
    } catch {
      showToast(campaignToasts.changeFailed);
    }
  };
  const choose = (value: string) => {
    if (value === 'delete') onDelete();
    else if (value === 'placements') onPlacements();
    else if (value === 'ab-tests') onAbTests();
    else if (value === 'playbook') onPlaybook?.();
    else if (value === 'duplicate') void navigate(`${paths.campaignBuilder[role].href(clientId, 'new')}?from=${id}`);
    else void change(value as keyof typeof changes);
  };
  return (
    <MenuButton
      variant="ghost"
      colorPalette="gray"
      size="xs"
      paddingX="0"
      minWidth={{ base: '11', sm: '8' }}
      minHeight={{ base: '11', sm: '8' }}
      aria-label={messages.moreActionsFor(name)}
      disabled={loading}
      items={[
        { value: 'placements', label: placementMessages.open },
        { value: 'ab-tests', label: abTestMessages.open },
        archivedAt === null && status === 'active' && { value: 'pause', label: messages.pause },
        archivedAt === null && status === 'inactive' && { value: 'activate', label: messages.activate },
        {
          value: 'duplicate',
          label: isLimitReached ? messages.duplicateAtLimit : messages.duplicate,
          isDisabled: isLimitReached,
        },
        onPlaybook !== undefined && { value: 'playbook', label: messages.saveAsPlaybook },
        archivedAt === null
          ? { value: 'archive', label: messages.archive }
          : { value: 'restore', label: messages.restore },
        { value: 'delete', label: messages.delete },
      ].filter((item) => item !== false)}
      onSelect={choose}
    >
      <Ellipsis aria-hidden="true" />
    </MenuButton>
  );
}
