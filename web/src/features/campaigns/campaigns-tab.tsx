import { useQuery } from '@apollo/client/react';
import { Button, SimpleGrid, Stack, Text } from '@chakra-ui/react';
import {
  CampaignScansDocument,
  CampaignsWithStatsDocument,
  type CampaignsWithStatsQuery,
  ClientUsageDocument,
} from '../../shared/graphql/generated';
import { Archive, Megaphone, Plus } from 'lucide-react';
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { NotFoundDialog } from '../../shared/dialogs/not-found-dialog';
import { useAddressedDialog, useOpened } from '../../shared/dialogs/use-addressed-dialog';
import { paths } from '../../shared/paths';
import { useSessionRole } from '../../shared/session-role';
import { EmptyState } from '../../ui/feedback/empty-state';
import { LinkButton } from '../../ui/button/link-button';
import { LoadError } from '../../ui/feedback/load-error';
import { PageHeader } from '../../ui/layout/page-header';
import { Card } from '../../ui/layout/card';
import { retry } from '../../shared/retry';
import { useWholeList } from '../../shared/use-whole-list';
import { campaignMessages } from '../../messages/campaigns/campaigns';
import { dashboardMessages } from '../../messages/dashboard';
import { sharedMessages } from '../../messages/shared';
import { CampaignCard } from './campaign-card';
import { CampaignSkeleton } from './campaign-skeleton';
import { DeleteCampaignDialog } from './delete-campaign-dialog';

interface CampaignsTabProps {
  clientId: string;
  /** False for people who only have the dashboard link. */
  canBuild: boolean;
  /** The dialog that saves a campaign as a playbook, for administrators. */
  PlaybookDialog?: ComponentType<{ campaign: Pick<CampaignItem, 'id' | 'name'>; onClose: () => void }> | undefined;
}

const viewing = [] as const;
const building = ['delete', 'placements', 'ab-tests'] as const;
const administering = [...building, 'playbook'] as const;

const PlacementsDrawer = lazy(async () => ({
  default: (await import('./placements/placements-drawer')).PlacementsDrawer,
}));

const AbTestsDrawer = lazy(async () => ({ default: (await import('./ab-tests/ab-tests-drawer')).AbTestsDrawer }));

type CampaignItem = CampaignsWithStatsQuery['client']['campaigns']['nodes'][number];

/** The Campaigns tab. Archived campaigns are listed apart. */
export function CampaignsTab({ clientId, canBuild, PlaybookDialog }: CampaignsTabProps) {
  const role = useSessionRole();
  const { items, isComplete, error, refetch } = useWholeList(
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
  const { kind, id, open, close } = useAddressedDialog<(typeof administering)[number]>(
    canBuild ? (PlaybookDialog ? administering : building) : viewing,
  );
  const campaign = useOpened<CampaignItem>(`${kind} ${id}`).keep(items?.find((item) => item.id === id));
  const [isArchiveShown, setArchiveShown] = useState(false);
  const current = items?.filter(({ archivedAt }) => archivedAt === null) ?? [];
  const archived = items?.filter(({ archivedAt }) => archivedAt !== null) ?? [];
  const toCard = (item: CampaignItem) => (
    <CampaignCard
      key={item.id}
      campaign={item}
      scans={scansById.get(item.id)}
      canBuild={canBuild}
      isLimitReached={isLimitReached}
      onDelete={() => open('delete', item.id)}
      onPlacements={() => open('placements', item.id)}
      onAbTests={() => open('ab-tests', item.id)}
      onPlaybook={PlaybookDialog && (() => open('playbook', item.id))}
    />
  );
  const newCampaign = canBuild && !isLimitReached && (
    <LinkButton to={paths.campaignBuilder[role].href(clientId, 'new')} size="sm">
      <Plus aria-hidden="true" /> New campaign
    </LinkButton>
  );
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
        {items?.length !== 0 && newCampaign}
      </PageHeader>
      {items?.length === 0 && (
        <Card>
          <EmptyState icon={Megaphone} title="No campaigns yet" action={newCampaign}>
            A campaign is a landing page that turns visitors into leads. New campaigns start from an example that you
            can edit.
          </EmptyState>
        </Card>
      )}
      {!items && error && (
        <Card>
          <LoadError subject="the campaigns" onRetry={() => retry(refetch())} />
        </Card>
      )}
      {archived.length > 0 && current.length === 0 && (
        <Card>
          <EmptyState icon={Archive} title={campaignMessages.onlyArchived} />
        </Card>
      )}
      {!items && !error && (
        <CardGrid isBusy>
          <CampaignSkeleton />
          <CampaignSkeleton />
        </CardGrid>
      )}
      {current.length > 0 && <CardGrid>{current.map(toCard)}</CardGrid>}
      {archived.length > 0 && (
        <Button
          variant="ghost"
          colorPalette="gray"
          size="sm"
          alignSelf="start"
          aria-expanded={isArchiveShown}
          onClick={() => setArchiveShown(!isArchiveShown)}
        >
          <Archive aria-hidden="true" />
          {isArchiveShown ? campaignMessages.hideArchived : campaignMessages.showArchived(archived.length)}
        </Button>
      )}
      {isArchiveShown && archived.length > 0 && <CardGrid>{archived.map(toCard)}</CardGrid>}
      {campaign && kind === 'delete' && <DeleteCampaignDialog campaign={campaign} onClose={close} />}
      {campaign && kind === 'placements' && (
        <Suspense>
          <PlacementsDrawer campaign={campaign} campaigns={items ?? []} onClose={close} />
        </Suspense>
      )}
      {campaign && kind === 'ab-tests' && (
        <Suspense>
          <AbTestsDrawer campaign={campaign} onClose={close} />
        </Suspense>
      )}
      {campaign && kind === 'playbook' && PlaybookDialog && <PlaybookDialog campaign={campaign} onClose={close} />}
      {id !== '' && isComplete && !campaign && <NotFoundDialog what="campaign" onClose={close} />}
    </Stack>
  );
}

function CardGrid({ isBusy = false, children }: { isBusy?: boolean; children: ReactNode }) {
  return (
    <SimpleGrid columns={{ base: 1, lg: 2, '2xl': 3 }} gap="4" alignItems="start" aria-busy={isBusy}>
      {children}
    </SimpleGrid>
  );
}
