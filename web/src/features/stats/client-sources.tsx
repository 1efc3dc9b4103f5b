import { useQuery } from '@apollo/client/react';
import { Box, Heading, Skeleton, Stack, Text } from '@chakra-ui/react';
import { CampaignNamesDocument, ClientSourcesDocument } from '../../shared/graphql/generated';
import { Signpost } from 'lucide-react';
import { useState } from 'react';
import { EmptyState } from '../../ui/feedback/empty-state';
import { LoadError } from '../../ui/feedback/load-error';
import { Card } from '../../ui/layout/card';
import { retry } from '../../shared/retry';
import { Select } from '../../ui/form/select';
import { useWholeList } from '../../shared/use-whole-list';
import { sharedMessages } from '../../messages/shared';
import { SourceTable } from './source-table';

/** The sources of a client's views and leads in the last 30 days, for all campaigns or one. */
export function ClientSources({ clientId }: { clientId: string }) {
  const [campaignId, setCampaignId] = useState('');
  const { items = [] } = useWholeList(CampaignNamesDocument, { clientId }, ({ client }) => client.campaigns);
  const { data, previousData, error, refetch } = useQuery(ClientSourcesDocument, {
    variables: { clientId, ...(campaignId ? { campaignId } : {}) },
  });
  const campaigns = items.map(({ id, name }) => ({ value: id, label: name }));
  const sources = (data ?? (error ? undefined : previousData))?.client.sources.bySource;
  return (
    <Card as="section" aria-labelledby="sources" padding="5" minWidth="0">
      <Stack direction={{ base: 'column', md: 'row' }} justify="space-between" gap="3" marginBottom="4">
        <div>
          <Heading as="h2" id="sources" size="md">
            Where leads come from
          </Heading>
          <Text textStyle="sm" color="fg.muted">
            The last 30 days, by link source. {sharedMessages.leadRate} is leads divided by views.
          </Text>
        </div>
        {campaigns.length > 1 && (
          <Select
            aria-label={sharedMessages.campaign}
            width={{ md: '16rem' }}
            options={[{ value: '', label: 'All campaigns' }, ...campaigns]}
            value={campaignId}
            onChange={(event) => setCampaignId(event.target.value)}
          />
        )}
      </Stack>
      {!sources && error && <LoadError subject="the sources" onRetry={() => retry(refetch())} />}
      {!sources && !error && <Skeleton height="12rem" />}
      {sources?.length === 0 && (
        <EmptyState icon={Signpost} title="No visits yet">
          Add a source to your links, such as ?source=flyer, to see which links bring leads. QR codes are tracked
          automatically.
        </EmptyState>
      )}
      {sources && sources.length > 0 && (
        <Box opacity={data ? 1 : 0.6} aria-busy={!data}>
          <SourceTable sources={sources} />
        </Box>
      )}
    </Card>
  );
}
