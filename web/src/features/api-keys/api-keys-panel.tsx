import { useQuery } from '@apollo/client/react';
import { Badge, Button, Code, HStack, Stack, Text } from '@chakra-ui/react';
import { MAX_API_KEYS } from '@dripline/contract/api-keys';
import { KeyRound, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type ApiKeyFieldsFragment, ApiKeysDocument } from '../../shared/graphql/generated';
import { retry } from '../../shared/retry';
import { IconAction } from '../../ui/button/icon-action';
import { TimeAgo } from '../../ui/data/time-ago';
import { EmptyState } from '../../ui/feedback/empty-state';
import { PageHeader } from '../../ui/layout/page-header';
import { DataTable } from '../../ui/table/data-table';
import type { Column } from '../../ui/table/use-data-table';
import { accountMessages } from '../../messages/accounts';
import { apiKeyMessages, apiKeyToasts } from '../../messages/api-keys';
import { sharedMessages } from '../../messages/shared';
import { ApiKeyDialog } from './api-key-dialog';
import { describeScopes } from './describe-scopes';
import { RevokeApiKeyDialog } from './revoke-api-key-dialog';
import { NotFoundDialog } from '../../shared/dialogs/not-found-dialog';
import { ShownOnceDialog } from '../../shared/dialogs/shown-once-dialog';
import { useAddressedDialog, useOpened } from '../../shared/dialogs/use-addressed-dialog';
import { refreshedOnOpen } from '../../shared/refreshed-on-open';

/** Revoked keys that are shown. */
const MAX_REVOKED = 50;

// On the Settings tab, other dialogs have other names.
const dialogs = ['create-key', 'revoke-key'] as const;

/** The API keys of a client or, without one, of the agency. */
export function ApiKeysPanel({ clientId = null }: { clientId?: string | null }) {
  const { data, error, refetch } = useQuery(ApiKeysDocument, {
    variables: { clientId, revokedCount: MAX_REVOKED },
    ...refreshedOnOpen,
  });
  const { kind, id, open, close } = useAddressedDialog(dialogs);
  const revoking = useOpened<ApiKeyFieldsFragment>(`${kind} ${id}`).keep(
    data?.active.nodes.find((key) => key.id === id),
  );
  const [token, setToken] = useState<string | null>(null);
  const keys = data && [...data.active.nodes, ...data.revoked.nodes];
  const isFull = (data?.active.nodes.length ?? 0) >= MAX_API_KEYS;
  const columns: Column<ApiKeyFieldsFragment>[] = [
    {
      header: apiKeyMessages.name,
      primary: true,
      cell: ({ name, start }) => (
        <Stack gap="0.5" align="start">
          <Text fontWeight="medium" overflowWrap="anywhere">
            {name}
          </Text>
          <Code size="sm" variant="plain" paddingX="0" color="fg.muted">
            {start}…
          </Code>
        </Stack>
      ),
    },
    {
      header: apiKeyMessages.access,
      cell: ({ scopes }) => (
        <Stack gap="0">
          {describeScopes(scopes).map((line) => (
            <Text key={line}>{line}</Text>
          ))}
        </Stack>
      ),
    },
    {
      header: accountMessages.added,
      cell: ({ createdAt, createdBy }) => (
        <Stack gap="0">
          <TimeAgo at={createdAt} />
          <Text textStyle="sm" color="fg.muted" overflowWrap="anywhere">
            {apiKeyMessages.createdBy(createdBy)}
          </Text>
        </Stack>
      ),
    },
    {
      header: apiKeyMessages.lastUse,
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? apiKeyMessages.never : <TimeAgo at={lastUsedAt} />),
    },
    { header: accountMessages.expires, cell: (key) => <Expiry apiKey={key} /> },
    {
      header: sharedMessages.actions,
      actions: true,
      cell: (key) =>
        key.revokedAt === null ? (
          <HStack justify="end" marginEnd="-1">
            <IconAction
              label={apiKeyMessages.revokeLabel(key.name)}
              icon={Trash2}
              onClick={() => open('revoke-key', key.id)}
            />
          </HStack>
        ) : (
          '–'
        ),
    },
  ];
  return (
    <Stack gap="4">
      <PageHeader
        level={clientId === null ? 'h1' : 'h2'}
        title={sharedMessages.apiKeys}
        description={clientId === null ? apiKeyMessages.agencyHint : apiKeyMessages.clientHint}
      >
        {!isFull && (
          <Button size="sm" variant={clientId === null ? 'solid' : 'outline'} onClick={() => open('create-key')}>
            <Plus aria-hidden="true" /> {apiKeyMessages.create}
          </Button>
        )}
      </PageHeader>
      <DataTable
        itemName="keys"
        columns={columns}
        rows={keys}
        rowKey={({ id }) => id}
        failed={error !== undefined}
        onRetry={() => retry(refetch())}
        empty={
          <EmptyState icon={KeyRound} title={apiKeyMessages.noneTitle}>
            {apiKeyMessages.emptyText}
          </EmptyState>
        }
      />
      {isFull && (
        <Text textStyle="sm" color="fg.muted">
          {apiKeyMessages.limitReached(MAX_API_KEYS)}
        </Text>
      )}
      {kind === 'create-key' && !isFull && (
        <ApiKeyDialog
          clientId={clientId}
          onCreated={(created) => {
            close();
            setToken(created);
          }}
          onClose={close}
        />
      )}
      {/* Only after the other dialog has closed, because leaving while a secret is shown asks for confirmation. */}
      {token !== null && !kind && (
        <ShownOnceDialog
          value={token}
          texts={apiKeyMessages.token}
          toasts={{ copied: apiKeyToasts.copied, copyFailed: apiKeyToasts.copyFailed }}
          onClose={() => setToken(null)}
        />
      )}
      {revoking && <RevokeApiKeyDialog apiKey={revoking} onClose={close} />}
      {id !== '' && data && !revoking && <NotFoundDialog what={apiKeyMessages.token.label} onClose={close} />}
    </Stack>
  );
}

function Expiry({ apiKey: { expiresAt, revokedAt } }: { apiKey: ApiKeyFieldsFragment }) {
  if (revokedAt !== null) return <Badge colorPalette="gray">{apiKeyMessages.revoked}</Badge>;
  if (expiresAt === null) return apiKeyMessages.never;
  if (new Date(expiresAt) <= new Date()) return <Badge colorPalette="orange">{apiKeyMessages.expired}</Badge>;
  return <TimeAgo at={expiresAt} />;
}
