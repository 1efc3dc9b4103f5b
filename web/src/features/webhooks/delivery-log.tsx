import { useQuery } from '@apollo/client/react';
import { Button, HStack, Stack, Text } from '@chakra-ui/react';
import { type WebhookDeliveryFieldsFragment, WebhookDeliveriesDocument } from '../../shared/graphql/generated';
import { MAX_OFFSET } from '@dripline/contract/limits';
import { ArrowLeft, Eye, List, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Navigate } from 'react-router';
import { errorCodeOf } from '../../shared/api-error';
import { DataTable } from '../../ui/table/data-table';
import type { Column } from '../../ui/table/use-data-table';
import { EmptyState } from '../../ui/feedback/empty-state';
import { IconAction } from '../../ui/button/icon-action';
import { LinkButton } from '../../ui/button/link-button';
import { PageHeader } from '../../ui/layout/page-header';
import { Pager } from '../../ui/table/pager';
import { retry } from '../../shared/retry';
import { StatusBadge } from '../../shared/status-badge';
import { TimeAgo } from '../../ui/data/time-ago';
import { sharedMessages } from '../../messages/shared';
import { webhookMessages } from '../../messages/webhooks';
import { DeliveryDialog } from './delivery-dialog';
import { ReplayDeliveryButton } from './replay-delivery-button';
import { refreshedOnOpen } from '../../shared/refreshed-on-open';

const PAGE_SIZE = 25;

interface DeliveryLogProps {
  webhookId: string;
  timeZone: string;
}

/** The delivery log of a webhook. Redirects to the list if the webhook does not exist. */
export function DeliveryLog({ webhookId, timeZone }: DeliveryLogProps) {
  const [offset, setOffset] = useState(0);
  const [viewedId, setViewedId] = useState<string | null>(null);
  const { data, previousData, error, refetch } = useQuery(WebhookDeliveriesDocument, {
    variables: { webhookId, first: PAGE_SIZE, offset },
    ...refreshedOnOpen,
  });
  const webhook = (data ?? (error ? undefined : previousData))?.webhook;
  const page = webhook?.deliveries;
  const columns: Column<WebhookDeliveryFieldsFragment>[] = [
    { header: webhookMessages.event, primary: true, cell: ({ type }) => <Text fontWeight="medium">{type}</Text> },
    { header: webhookMessages.outcome, cell: ({ status }) => <StatusBadge status={status} /> },
    { header: webhookMessages.response, cell: (delivery) => <Response {...delivery} /> },
    { header: webhookMessages.attempts, alignEnd: true, cell: ({ attempts }) => attempts },
    { header: webhookMessages.created, cell: ({ createdAt }) => <TimeAgo at={createdAt} timeZone={timeZone} /> },
    {
      header: webhookMessages.next,
      cell: ({ nextAttemptAt }) => (nextAttemptAt ? <TimeAgo at={nextAttemptAt} timeZone={timeZone} /> : '—'),
    },
    {
      header: sharedMessages.actions,
      actions: true,
      cell: (delivery) => (
        <HStack gap="1" justify="end" marginEnd="-1">
          {webhook?.enabled && <ReplayDeliveryButton delivery={delivery} />}
          <IconAction label={`View ${delivery.type}`} icon={Eye} onClick={() => setViewedId(delivery.id)} />
        </HStack>
      ),
    },
  ];
  if (errorCodeOf(error) === 'NOT_FOUND') return <Navigate to="?tab=webhooks" replace />;
  return (
    <Stack gap="3">
      <PageHeader
        title={webhookMessages.logTitle}
        {...(webhook ? { description: webhookMessages.logIntro(webhook.url) } : {})}
      >
        <LinkButton to="?tab=webhooks" variant="outline" colorPalette="gray" size="sm">
          <ArrowLeft aria-hidden="true" /> {webhookMessages.backToList}
        </LinkButton>
        <Button variant="outline" colorPalette="gray" size="sm" onClick={() => retry(refetch())}>
          <RefreshCw aria-hidden="true" /> {webhookMessages.refresh}
        </Button>
      </PageHeader>
      <DataTable
        itemName={webhookMessages.log}
        columns={columns}
        rows={page?.nodes}
        rowKey={({ id }) => id}
        failed={error !== undefined}
        onRetry={() => retry(refetch())}
        empty={
          <EmptyState icon={List} title={webhookMessages.logNoneTitle}>
            {webhookMessages.logNone}
          </EmptyState>
        }
      />
      {page && (
        <Pager offset={offset} size={PAGE_SIZE} total={page.totalCount} maxOffset={MAX_OFFSET} onMove={setOffset} />
      )}
      {viewedId && <DeliveryDialog id={viewedId} timeZone={timeZone} onClose={() => setViewedId(null)} />}
    </Stack>
  );
}

function Response({ attempts, responseCode, durationMs }: WebhookDeliveryFieldsFragment) {
  if (attempts === 0) return '—';
  return (
    <Text as="span" whiteSpace="nowrap">
      {responseCode ?? webhookMessages.noAnswer}
      {durationMs !== null && (
        <Text as="span" color="fg.muted">
          {` · ${durationMs} ms`}
        </Text>
      )}
    </Text>
  );
}
