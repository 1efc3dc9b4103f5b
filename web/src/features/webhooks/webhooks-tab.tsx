import { useQuery } from '@apollo/client/react';
import { Button, Skeleton, Stack, Text } from '@chakra-ui/react';
import { type WebhookFieldsFragment, WebhooksDocument } from '../../shared/graphql/generated';
import { MAX_WEBHOOKS } from '@dripline/contract/webhooks';
import { Plus, Webhook } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { EmptyState } from '../../ui/feedback/empty-state';
import { LoadError } from '../../ui/feedback/load-error';
import { PageHeader } from '../../ui/layout/page-header';
import { Card } from '../../ui/layout/card';
import { retry } from '../../shared/retry';
import { sharedMessages } from '../../messages/shared';
import { webhookToasts } from '../../messages/webhook-toasts';
import { webhookMessages } from '../../messages/webhooks';
import { DeleteWebhookDialog } from './delete-webhook-dialog';
import { DeliveryLog } from './delivery-log';
import { RotateSecretDialog } from './rotate-secret-dialog';
import { NotFoundDialog } from '../../shared/dialogs/not-found-dialog';
import { ShownOnceDialog } from '../../shared/dialogs/shown-once-dialog';
import { useAddressedDialog, useOpened } from '../../shared/dialogs/use-addressed-dialog';
import { WebhookCard } from './webhook-card';
import { WebhookDialog } from './webhook-dialog';
import { refreshedOnOpen } from '../../shared/refreshed-on-open';

interface WebhooksTabProps {
  clientId: string;
  timeZone: string;
}

const dialogs = ['new', 'edit', 'rotate', 'delete'] as const;

/** The Webhooks tab: the list of webhooks, or the delivery log of the webhook in the URL. */
export function WebhooksTab(props: WebhooksTabProps) {
  const [params] = useSearchParams();
  const webhookId = params.get('webhook');
  return webhookId ? <DeliveryLog webhookId={webhookId} timeZone={props.timeZone} /> : <WebhookList {...props} />;
}

/** The list of webhooks with its dialogs. */
function WebhookList({ clientId, timeZone }: WebhooksTabProps) {
  const { data, error, refetch } = useQuery(WebhooksDocument, { variables: { clientId }, ...refreshedOnOpen });
  const { kind, id, open, close } = useAddressedDialog(dialogs);
  const [secret, setSecret] = useState<string | null>(null);
  const showSecret = (newSecret: string) => {
    close();
    setSecret(newSecret);
  };
  const webhooks = data?.client.webhooks.nodes;
  const webhook = useOpened<WebhookFieldsFragment>(`${kind} ${id}`).keep(webhooks?.find((item) => item.id === id));
  const isFull = webhooks !== undefined && webhooks.length >= MAX_WEBHOOKS;
  return (
    <Stack gap="3">
      <PageHeader title={sharedMessages.webhooks} description={webhookMessages.intro}>
        {!isFull && (
          <Button size="sm" onClick={() => open('new')}>
            <Plus aria-hidden="true" /> {webhookMessages.add}
          </Button>
        )}
      </PageHeader>
      {!data && error && (
        <Card children={<LoadError subject={webhookMessages.list} onRetry={() => retry(refetch())} />} />
      )}
      {!data && !error && <Skeleton height="32" borderRadius="l3" />}
      {webhooks?.length === 0 && (
        <Card>
          <EmptyState icon={Webhook} title={webhookMessages.noneTitle}>
            {webhookMessages.emptyText}
          </EmptyState>
        </Card>
      )}
      {webhooks?.map((item) => (
        <WebhookCard
          key={item.id}
          webhook={item}
          timeZone={timeZone}
          onEdit={() => open('edit', item.id)}
          onRotate={() => open('rotate', item.id)}
          onDelete={() => open('delete', item.id)}
        />
      ))}
      {isFull && (
        <Text textStyle="sm" color="fg.muted">
          {webhookMessages.limitReached(MAX_WEBHOOKS)}
        </Text>
      )}
      {kind === 'new' && !isFull && <WebhookDialog clientId={clientId} onCreated={showSecret} onClose={close} />}
      {webhook && kind === 'edit' && (
        <WebhookDialog clientId={clientId} webhook={webhook} onCreated={showSecret} onClose={close} />
      )}
      {webhook && kind === 'rotate' && <RotateSecretDialog webhook={webhook} onRotated={showSecret} onClose={close} />}
      {webhook && kind === 'delete' && <DeleteWebhookDialog webhook={webhook} onClose={close} />}
      {id !== '' && data && !webhook && <NotFoundDialog what="webhook" onClose={close} />}
      {/* Only after the other dialog has closed, because leaving while a secret is shown asks for confirmation. */}
      {secret !== null && !kind && (
        <ShownOnceDialog
          value={secret}
          texts={webhookMessages.secret}
          toasts={{ copied: webhookToasts.copied, copyFailed: webhookToasts.copyFailed }}
          onClose={() => setSecret(null)}
        />
      )}
    </Stack>
  );
}
