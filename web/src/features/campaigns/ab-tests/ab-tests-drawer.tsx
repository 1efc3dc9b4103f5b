import { useQuery } from '@apollo/client/react';
import { Button, CloseButton, Drawer, Heading, Skeleton, Stack, Text } from '@chakra-ui/react';
import { FlaskConical, Plus } from 'lucide-react';
import { useState } from 'react';
import { abTestMessages as messages } from '../../../messages/campaigns/ab-tests';
import { AbTestsDocument, type CampaignFieldsFragment } from '../../../shared/graphql/generated';
import { refreshedOnOpen } from '../../../shared/refreshed-on-open';
import { retry } from '../../../shared/retry';
import { DrawerShell } from '../../../ui/dialog/drawer-shell';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { LoadError } from '../../../ui/feedback/load-error';
import { Card } from '../../../ui/layout/card';
import { AbTestDialog } from './ab-test-dialog';
import { AbTestResults } from './ab-test-results';

interface AbTestsDrawerProps {
  campaign: Pick<CampaignFieldsFragment, 'id' | 'name'>;
  onClose: () => void;
}

/** The A/B tests of a campaign: the current one with its figures, and earlier ones. */
export function AbTestsDrawer({ campaign, onClose }: AbTestsDrawerProps) {
  const { data, error, refetch } = useQuery(AbTestsDocument, {
    variables: { campaignId: campaign.id },
    ...refreshedOnOpen,
  });
  const [isStarting, setStarting] = useState(false);
  const tests = data?.campaign.abTests.nodes;
  const current = tests?.find(({ status }) => status !== 'ended');
  const earlier = tests?.filter((test) => test !== current) ?? [];
  const isOff = data?.campaign.client.abTestingEnabled === false;
  const newTest = !isOff && (
    <Button size="sm" onClick={() => setStarting(true)}>
      <Plus aria-hidden="true" /> {messages.newTest}
    </Button>
  );
  return (
    <DrawerShell width="672px" closeOnInteractOutside focusesItself onClose={onClose}>
      <Drawer.Header flexDirection="column" alignItems="start" gap="1" borderBottomWidth="1px" paddingEnd="14">
        <Drawer.Title overflowWrap="anywhere">{messages.title(campaign.name)}</Drawer.Title>
        <Text textStyle="sm" color="fg.muted">
          {messages.description}
        </Text>
      </Drawer.Header>
      <Drawer.Body tabIndex={0}>
        <Stack gap="4" paddingY="4">
          {isOff && (
            <Text textStyle="sm" bg="bg.muted" borderRadius="l2" padding="3">
              {current?.status === 'running' ? messages.isPaused : messages.isOff}
            </Text>
          )}
          {!tests && error && <LoadError subject="the tests" onRetry={() => retry(refetch())} />}
          {!tests && !error && ['a', 'b'].map((key) => <Skeleton key={key} height="28" />)}
          {tests?.length === 0 && (
            <Card>
              <EmptyState icon={FlaskConical} title={messages.noneTitle} action={newTest}>
                {messages.noneText}
              </EmptyState>
            </Card>
          )}
          {earlier.length > 0 && !current && newTest && <Stack align="end">{newTest}</Stack>}
          {current && <AbTestResults key={current.id} test={current} page={data!.campaign} />}
          {earlier.length > 0 && (
            <Stack gap="4" paddingTop={current ? '4' : '0'}>
              <Heading as="h3" size="sm">
                {messages.earlier}
              </Heading>
              {earlier.map((test) => (
                <AbTestResults key={test.id} test={test} page={data!.campaign} />
              ))}
            </Stack>
          )}
        </Stack>
      </Drawer.Body>
      <Drawer.CloseTrigger asChild>
        <CloseButton size="sm" colorPalette="gray" />
      </Drawer.CloseTrigger>
      {isStarting && data && <AbTestDialog page={data.campaign} onClose={() => setStarting(false)} />}
    </DrawerShell>
  );
}
