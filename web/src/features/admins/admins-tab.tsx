import { HStack, Stack, Text } from '@chakra-ui/react';
import {
  AdminInvitationsDocument,
  type AdminInvitationsQuery,
  AdminsDocument,
  type AdminsQuery,
} from '../../shared/graphql/generated';
import { KeyRound, Trash2, UserRound } from 'lucide-react';
import { AvatarName } from '../../ui/data/avatar-name';
import { DataTable } from '../../ui/table/data-table';
import type { Column } from '../../ui/table/use-data-table';
import { EmptyState } from '../../ui/feedback/empty-state';
import { IconAction } from '../../ui/button/icon-action';
import { PageHeader } from '../../ui/layout/page-header';
import { NotFoundDialog } from '../../shared/dialogs/not-found-dialog';
import { ResetSecondFactorDialog } from '../../shared/dialogs/reset-second-factor-dialog';
import { useAddressedDialog, useOpened } from '../../shared/dialogs/use-addressed-dialog';
import { retry } from '../../shared/retry';
import { TimeAgo } from '../../ui/data/time-ago';
import { useWholeList } from '../../shared/use-whole-list';
import { accountMessages } from '../../messages/accounts';
import { sharedMessages } from '../../messages/shared';
import { InviteButton } from './invite-button';
import { RemoveAdminDialog } from './remove-admin-dialog';
import { RevokeInvitationDialog } from './revoke-invitation-dialog';

type Admin = AdminsQuery['admins']['nodes'][number];
type Invitation = AdminInvitationsQuery['adminInvitations']['nodes'][number];

const adminDialogs = ['reset', 'remove'] as const;
const invitationDialogs = ['revoke'] as const;

/** The agency's administrators and pending invitations. */
export function AdminsTab({ ownId }: { ownId: string }) {
  const { items, isComplete, error, refetch } = useWholeList(AdminsDocument, {}, ({ admins }) => admins);
  const { kind, id, open, close } = useAddressedDialog(adminDialogs);
  const other = items?.find((item) => item.id === id && item.id !== ownId);
  const admin = useOpened<Admin>(`${kind} ${id}`).keep(other);
  const columns: Column<Admin>[] = [
    {
      header: accountMessages.admin,
      primary: true,
      cell: ({ username, ...row }) => (
        <AvatarName name={username} detail={row.id === ownId ? accountMessages.you : null} />
      ),
    },
    { header: accountMessages.added, cell: ({ createdAt }) => <TimeAgo at={createdAt} /> },
    {
      header: sharedMessages.actions,
      actions: true,
      cell: (row) =>
        row.id === ownId ? (
          '–'
        ) : (
          <HStack gap="1" justify="end" marginEnd="-1">
            <IconAction
              label={accountMessages.resetSecondFactor(row.username)}
              icon={KeyRound}
              onClick={() => open('reset', row.id)}
            />
            <IconAction
              label={accountMessages.removeAdmin(row.username)}
              icon={Trash2}
              onClick={() => open('remove', row.id)}
            />
          </HStack>
        ),
    },
  ];
  return (
    <Stack gap="6">
      <PageHeader title={accountMessages.admins}>
        <InviteButton />
      </PageHeader>
      <DataTable
        itemName="admins"
        columns={columns}
        rows={items}
        rowKey={(row) => row.id}
        failed={error !== undefined}
        onRetry={() => retry(refetch())}
        empty={<EmptyState icon={UserRound} title={accountMessages.noResults} />}
      />
      <Invitations />
      {admin && kind === 'reset' && <ResetSecondFactorDialog id={admin.id} name={admin.username} onClose={close} />}
      {admin && kind === 'remove' && <RemoveAdminDialog admin={admin} onClose={close} />}
      {id !== '' && isComplete && !admin && <NotFoundDialog what="administrator" onClose={close} />}
    </Stack>
  );
}

/** The pending invitations. It renders no list when there are none. */
function Invitations() {
  const { items, isComplete, error, refetch } = useWholeList(
    AdminInvitationsDocument,
    {},
    (data) => data.adminInvitations,
  );
  const { id, open, close } = useAddressedDialog(invitationDialogs);
  const invitation = useOpened<Invitation>(id).keep(items?.find((item) => item.id === id));
  const columns: Column<Invitation>[] = [
    {
      header: accountMessages.invitedBy,
      primary: true,
      cell: ({ invitedBy }) => <Text fontWeight="medium">{invitedBy}</Text>,
    },
    { header: accountMessages.added, cell: ({ createdAt }) => <TimeAgo at={createdAt} /> },
    { header: accountMessages.expires, cell: ({ expiresAt }) => <TimeAgo at={expiresAt} /> },
    {
      header: sharedMessages.actions,
      actions: true,
      cell: (row) => (
        <HStack justify="end" marginEnd="-1">
          <IconAction label={accountMessages.revoke} icon={Trash2} onClick={() => open('revoke', row.id)} />
        </HStack>
      ),
    },
  ];
  return (
    <>
      {items?.length !== 0 && (
        <Stack gap="4">
          <PageHeader level="h2" title={accountMessages.invitations} />
          <DataTable
            itemName="invitations"
            columns={columns}
            rows={items}
            rowKey={(row) => row.id}
            failed={error !== undefined}
            onRetry={() => retry(refetch())}
            empty={null}
          />
        </Stack>
      )}
      {invitation && <RevokeInvitationDialog id={invitation.id} onClose={close} />}
      {id !== '' && isComplete && !invitation && <NotFoundDialog what="invitation" onClose={close} />}
    </>
  );
}
