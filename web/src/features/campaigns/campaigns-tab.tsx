import { useQuery } from '@apollo/client/react';
import { Button, SimpleGrid, Stack, Text } from '@chakra-ui/react';
import { CampaignScansDocument, CampaignsWithStatsDocument, ClientUsageDocument } from '../../shared/graphql/generated';
import { Megaphone, Plus } from 'lucide-react';
import { paths } from '../../shared/paths';
import { useSessionRole } from '../../shared/session-role';
import { EmptyState } from '../../ui/feedback/empty-state';
import { LinkButton } from '../../ui/button/link-button';
import { LoadError } from '../../ui/feedback/load-error';
import { PageHeader } from '../../ui/layout/page-header';
import { Card } from '../../ui/layout/card';
import { retry } from '../../shared/retry';
import { useWholeList } from '../../shared/use-whole-list';
import { dashboardMessages } from '../../messages/dashboard';
import { sharedMessages } from '../../messages/shared';
import { CampaignCard } from './campaign-card';
import { CampaignSkeleton } from './campaign-skeleton';

interface CampaignsTabProps {
  clientId: string;
  /** False for people who only have the dashboard link. */
  canBuild: boolean;
}

/** The Campaigns tab. */
export function CampaignsTab({ clientId, canBuild }: CampaignsTabProps) {
  const role = useSessionRole();
  const { items, error, refetch } = useWholeList(
    CampaignsWithStatsDocument,
    { clientId },
    ({ client }) => client.campaigns,
  );
  // A query of its own, because the cards show the other figures also where this one fails.
  const scans = useWholeList(CampaignScansDocument, { clientId }, ({ client }) => client.campaigns).items ?? [];
  const scansById = new Map(scans.map(({ id, stats }) => [id, stats]));
  const { data: usageData } = useQuery(ClientUsageDocument, { variables: { id: clientId }, skip: !canBuild });
  const limit = usageData?.client.monthlyCampaignLimit ?? Infinity;
  const isLimitReached = (usageData?.client.usage.campaignsThisMonth ?? 0) >= limit;
  return (
    <Stack gap="3">
      <PageHeader title={sharedMessages.campaigns}>
        {canBuild && isLimitReached && (
          <Stack gap="1" align={{ sm: 'end' }}>
            <Button size="sm" disabled>
              <Plus aria-hidden="true" /> New campaign
            </Button>
            <Text textStyle="xs" color="fg.muted">
              {dashboardMessages.campaignLimitReached(limit)}
            </Text>
          </Stack>
        )}
        {canBuild && !isLimitReached && (
          <LinkButton to={paths.campaignBuilder[role].href(clientId, 'new')} size="sm">
            <Plus aria-hidden="true" /> New campaign
          </LinkButton>
        )}
      </PageHeader>
      {items?.length === 0 ? (
        <Card>
          <EmptyState icon={Megaphone} title="No campaigns yet">
            A campaign is a landing page that turns visitors into leads. New campaigns start from an example that you
            can edit.
          </EmptyState>
        </Card>
      ) : !items && error ? (
        <Card>
          <LoadError subject="the campaigns" onRetry={() => retry(refetch())} />
        </Card>
      ) : (
        <SimpleGrid columns={{ base: 1, lg: 2, '2xl': 3 }} gap="4" alignItems="start" aria-busy={!items}>
          {items
            ? items.map((campaign) => (
                <CampaignCard
                  key={campaign.id}
                  campaign={campaign}
                  scans={scansById.get(campaign.id)}
                  canBuild={canBuild}
                />
              ))
            : ['a', 'b'].map((key) => <CampaignSkeleton key={key} />)}
        </SimpleGrid>
      )}
    </Stack>
  );
}
