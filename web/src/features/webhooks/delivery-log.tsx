import { useQuery } from '@apollo/client/react';
import { Button, HStack, Stack, Text } from '@chakra-ui/react';
import {
  type WebhookDeliveryFieldsFragment,
  WebhookDeliveriesDocument,
  type WebhookFieldsFragment,
} from '../../shared/graphql/generated';
import { ArrowLeft, Eye, List, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { type Column, DataTable } from '../../ui/table/data-table';
import { EmptyState } from '../../ui/feedback/empty-state';
import { IconAction } from '../../ui/button/icon-action';
import { LinkButton } from '../../ui/button/link-button';
import { PageHeader } from '../../ui/layout/page-header';
import { Pager } from '../../ui/table/pager';
import { retry } from '../../shared/retry';
import { StatusBadge } from '../../shared/status-badge';
import { TimeAgo } from '../../ui/data/time-ago';
import { sharedWords } from '../../messages/shared';
import { webhookWords } from '../../messages/webhooks';
import { DeliveryDialog } from './delivery-dialog';
import { ReplayAction } from './replay-delivery-button';

const PAGE_SIZE = 25;

interface DeliveryLogProps {
  webhook: WebhookFieldsFragment;
  timeZone: string;
}

/** The delivery log of a webhook. */
export function DeliveryLog({ webhook, timeZone }: DeliveryLogProps) {
  const [offset, setOffset] = useState(0);
  const [viewedId, setViewedId] = useState<string | null>(null);
  const { data, previousData, error, refetch } = useQuery(WebhookDeliveriesDocument, {
    variables: { webhookId: webhook.id, limit: PAGE_SIZE, offset },
  });
  const page = (data ?? (error ? undefined : previousData))?.webhookDeliveries;
  const columns: Column<WebhookDeliveryFieldsFragment>[] = [
    { header: webhookWords.event, primary: true, cell: ({ type }) => <Text fontWeight="medium">{type}</Text> },
    { header: webhookWords.outcome, cell: ({ status }) => <StatusBadge status={status} /> },
    { header: webhookWords.answer, cell: (delivery) => <Response {...delivery} /> },
    { header: webhookWords.attempts, end: true, cell: ({ attempts }) => attempts },
    { header: webhookWords.happened, cell: ({ createdAt }) => <TimeAgo at={createdAt} timeZone={timeZone} /> },
    {
      header: webhookWords.next,
      cell: ({ nextAttemptAt }) => (nextAttemptAt ? <TimeAgo at={nextAttemptAt} timeZone={timeZone} /> : '—'),
    },
    {
      header: sharedWords.actions,
      end: true,
      cell: (delivery) => (
        <HStack gap="1" justify="end" marginEnd="-1">
          {webhook.enabled && <ReplayAction delivery={delivery} />}
          <IconAction label={`View ${delivery.type}`} icon={Eye} onClick={() => setViewedId(delivery.id)} />
        </HStack>
      ),
    },
  ];
  return (
    <Stack gap="5">
      <PageHeader level="h2" title={webhookWords.logTitle} description={webhookWords.logIntro(webhook.url)}>
        <LinkButton to="?tab=webhooks" variant="outline" colorPalette="gray" size="sm">
          <ArrowLeft aria-hidden="true" /> {webhookWords.backToList}
        </LinkButton>
        <Button variant="outline" colorPalette="gray" size="sm" onClick={() => retry(refetch())}>
          <RefreshCw aria-hidden="true" /> {webhookWords.refresh}
        </Button>
      </PageHeader>
      <DataTable
        what={webhookWords.log}
        columns={columns}
        rows={page?.items}
        rowKey={({ id }) => id}
        failed={error !== undefined}
        onRetry={() => retry(refetch())}
        empty={
          <EmptyState icon={List} title={webhookWords.logNoneTitle}>
            {webhookWords.logNone}
          </EmptyState>
        }
      />
      {page && <Pager offset={offset} size={PAGE_SIZE} total={page.total} onMove={setOffset} />}
      {viewedId && <DeliveryDialog id={viewedId} timeZone={timeZone} onClose={() => setViewedId(null)} />}
    </Stack>
  );
}

function Response({ attempts, responseCode, durationMs }: WebhookDeliveryFieldsFragment) {
  if (attempts === 0) return '—';
  return (
    <Text as="span" whiteSpace="nowrap">
      {responseCode ?? webhookWords.noAnswer}
      {durationMs !== null && (
        <Text as="span" color="fg.muted">
          {` · ${durationMs} ms`}
        </Text>
      )}
    </Text>
  );
}
