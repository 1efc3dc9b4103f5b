import { lazy, Suspense } from 'react';
import { Flex, Heading, HStack, Skeleton, Stack, Text } from '@chakra-ui/react';
import { type LeadFieldsFragment, LeadsDocument } from '../../shared/graphql/generated';
import { RECENT_ACTIVITY_LEADS } from '@dripline/contract/limits';
import { Inbox } from 'lucide-react';
import { EmptyState } from '../../ui/feedback/empty-state';
import { LoadError } from '../../ui/feedback/load-error';
import { LinkButton } from '../../ui/button/link-button';
import { AvatarName } from '../../ui/data/avatar-name';
import { NameSkeleton } from '../../ui/data/name-skeleton';
import { Card } from '../../ui/layout/card';
import { dialogLink } from '../../shared/dialogs/dialog-link';
import { useLiveQuery } from '../../shared/live/live-client';
import { retry } from '../../shared/retry';
import { StatusBadge } from '../../shared/status-badge';
import { TimeAgo } from '../../ui/data/time-ago';
import { dashboardMessages } from '../../messages/dashboard';

interface RecentActivityProps {
  clientId: string;
  timeZone: string;
}

/** The most recent leads. */
export function RecentActivity({ clientId, timeZone }: RecentActivityProps) {
  const { data, error, refetch } = useLiveQuery(
    LeadsDocument,
    { variables: { clientId, first: RECENT_ACTIVITY_LEADS } },
    ({ kind }) => kind === 'lead_created',
  );
  const leads = data?.client.leads.nodes;
  return (
    <Card as="section" aria-labelledby="recent-activity" overflow="hidden">
      <Heading as="h2" id="recent-activity" size="md" paddingX="5" paddingY="4">
        {dashboardMessages.recentActivity}
      </Heading>
      {!leads && error && <LoadError subject="recent activity" onRetry={() => retry(refetch())} />}
      {leads?.length === 0 && (
        <EmptyState
          icon={Inbox}
          title="No leads yet"
          action={
            <LinkButton to="?tab=campaigns" size="sm" variant="outline">
              Go to campaigns
            </LinkButton>
          }
        >
          Your five most recent leads appear here. Share a landing page or QR code to get your first lead.
        </EmptyState>
      )}
      <Stack as="ul" listStyleType="none" gap="0" aria-busy={!leads && !error}>
        {leads?.map((lead) => (
          <HStack as="li" key={lead.id} {...line}>
            <RecentLead lead={lead} />
            <Flex
              gap={{ base: '1', sm: '4' }}
              direction={{ base: 'column', sm: 'row' }}
              align={{ base: 'end', sm: 'center' }}
              flexShrink="0"
            >
              <StatusBadge status={lead.held ? 'held' : lead.status} />
              <Text
                textStyle={{ base: 'xs', sm: 'sm' }}
                color="fg.muted"
                className="tabular"
                minWidth={{ sm: '5rem' }}
                textAlign="end"
              >
                <TimeAgo at={lead.createdAt} timeZone={timeZone} />
              </Text>
            </Flex>
          </HStack>
        ))}
        {!leads &&
          !error &&
          ['a', 'b', 'c'].map((key) => (
            <HStack as="li" key={key} {...line}>
              <NameSkeleton />
              <Skeleton height="5" width="5rem" />
            </HStack>
          ))}
      </Stack>
    </Card>
  );
}

// Formatting phone numbers takes 24 KB of scripts, and few leads have nothing else that names them.
const LeadName = lazy(async () => ({ default: (await import('./lead-name')).LeadName }));

function RecentLead({ lead }: { lead: LeadFieldsFragment }) {
  const line = { detail: lead.campaignName, to: dialogLink('leads', 'view', lead.id) };
  const name = lead.fullName ?? lead.email;
  if (name !== null) return <AvatarName name={name} {...line} />;
  return (
    <Suspense fallback={<NameSkeleton />}>
      <LeadName lead={lead} {...line} />
    </Suspense>
  );
}

const line = {
  borderTopWidth: '1px',
  paddingX: '5',
  paddingY: '3',
  justify: 'space-between',
  gap: '3',
} as const;
