import { useMutation } from '@apollo/client/react';
import { HStack, Stack, Text } from '@chakra-ui/react';
import { LogOut } from 'lucide-react';
import {
  type AccountSecurityQuery,
  DeleteOtherSessionsDocument,
  DeleteSessionDocument,
} from '../../../shared/graphql/generated';
import { errorMessageOf } from '../../../shared/api-error';
import { BusyButton } from '../../../ui/button/busy-button';
import { IconAction } from '../../../ui/button/icon-action';
import { TimeAgo } from '../../../ui/data/time-ago';
import { showToast } from '../../../ui/feedback/toaster';
import { DataTable } from '../../../ui/table/data-table';
import type { Column } from '../../../ui/table/use-data-table';
import { securityMessages } from '../../../messages/security';
import { securityToasts } from '../../../messages/security-toasts';
import { sharedMessages } from '../../../messages/shared';
import { SecurityCard } from './security-card';

type Session = AccountSecurityQuery['accountSecurity']['sessions'][number];

/** Where the account is signed in, with a button to sign out each session. */
export function SessionsCard({ sessions }: { sessions: readonly Session[] }) {
  const options = {
    onCompleted: () => showToast(securityToasts.sessionSignedOut),
    onError: (error: unknown) => showToast(securityToasts.failed(errorMessageOf(error))),
  };
  const [signOut] = useMutation(DeleteSessionDocument, options);
  const [signOutOthers, { loading }] = useMutation(DeleteOtherSessionsDocument, options);
  const columns: Column<Session>[] = [
    {
      header: securityMessages.device,
      primary: true,
      cell: ({ device, isCurrent }) => (
        <Stack gap="0">
          <Text fontWeight="medium">{device}</Text>
          {isCurrent && (
            <Text color="fg.muted" textStyle="sm">
              {securityMessages.thisDevice}
            </Text>
          )}
        </Stack>
      ),
    },
    { header: securityMessages.network, cell: ({ network }) => network ?? securityMessages.unknownNetwork },
    { header: securityMessages.signedIn, cell: ({ createdAt }) => <TimeAgo at={createdAt} /> },
    { header: securityMessages.lastUsed, cell: ({ lastSeenAt }) => <TimeAgo at={lastSeenAt} /> },
    {
      header: sharedMessages.actions,
      actions: true,
      cell: ({ id, device, isCurrent }) =>
        isCurrent ? (
          '–'
        ) : (
          <HStack justify="end" marginEnd="-1">
            <IconAction
              label={securityMessages.signOutSession(device)}
              icon={LogOut}
              onClick={() => void signOut({ variables: { id } })}
            />
          </HStack>
        ),
    },
  ];
  return (
    <SecurityCard
      title={securityMessages.sessions}
      hint={securityMessages.sessionsHint}
      action={
        sessions.length > 1 && (
          <BusyButton variant="outline" size="sm" loading={loading} onClick={() => void signOutOthers()}>
            {securityMessages.signOutOthers}
          </BusyButton>
        )
      }
    >
      <DataTable
        itemName="sessions"
        columns={columns}
        rows={sessions}
        rowKey={({ id }) => id}
        failed={false}
        onRetry={() => undefined}
        empty={null}
      />
    </SecurityCard>
  );
}
