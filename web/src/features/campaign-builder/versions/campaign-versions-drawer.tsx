import { useQuery } from '@apollo/client/react';
import { builderMessages } from '../../../messages/campaign-builder';
import {
  type CampaignFieldsFragment,
  CampaignVersionsDocument,
  type CampaignVersionsQuery,
} from '../../../shared/graphql/generated';
import { refreshedOnOpen } from '../../../shared/refreshed-on-open';
import { retry } from '../../../shared/retry';
import { type VersionChange, VersionsDrawer } from '../../../shared/versions/versions-drawer';
import { type CampaignDraft, type SavedCampaign, toCampaignDraft } from '../campaign-draft';
import { campaignLabelOf, formatCampaignValue } from '../../../shared/versions/campaign-labels';

type Version = CampaignVersionsQuery['campaign']['versions']['nodes'][number];

interface CampaignVersionsDrawerProps {
  campaign: Pick<CampaignFieldsFragment, 'id' | 'name'>;
  /** Whether restoring a version would overwrite changes. */
  isUnsaved: boolean;
  /** Puts the version's values into the form, which is not saved yet. */
  onRestore: (values: CampaignDraft) => void;
  onClose: () => void;
}

/** The versions of a campaign, within the builder. */
export function CampaignVersionsDrawer({ campaign, isUnsaved, onRestore, onClose }: CampaignVersionsDrawerProps) {
  const { data, error, refetch, fetchMore, loading } = useQuery(CampaignVersionsDocument, {
    variables: { id: campaign.id },
    ...refreshedOnOpen,
  });
  const { nodes, pageInfo } = data?.campaign.versions ?? {};
  return (
    <VersionsDrawer
      name={campaign.name}
      description={builderMessages.versionsDescription}
      versions={nodes}
      diff={diffCampaignVersions}
      isUnsaved={isUnsaved}
      hasError={error !== undefined}
      isLoading={loading}
      onRetry={() => retry(refetch())}
      onMore={pageInfo?.hasNextPage ? () => fetchMore({ variables: { after: pageInfo.endCursor } }) : undefined}
      onRestore={(version) => onRestore(toDraft(version))}
      onClose={onClose}
    />
  );
}

// The server stores the fields that the builder saves.
const toDraft = ({ content }: Version) => toCampaignDraft(content as SavedCampaign);

/** Lists the fields that differ. */
function diffCampaignVersions(before: Version, after: Version): VersionChange[] {
  const [old, current] = [toDraft(before), toDraft(after)];
  const names = (Object.keys(current) as (keyof CampaignDraft)[]).filter(
    (name) => JSON.stringify(old[name]) !== JSON.stringify(current[name]),
  );
  return names.map((name) => {
    const [was, is] = [formatCampaignValue(old[name]), formatCampaignValue(current[name])];
    const label = campaignLabelOf(name);
    // The names of questions can be the same where something else of them changed.
    return was === is ? { label } : { label, before: was, after: is };
  });
}
