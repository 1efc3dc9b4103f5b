import { HStack, Stack, Text } from '@chakra-ui/react';
import {
  AdminInvitationsDocument,
  type AdminInvitationsQuery,
  AdminsDocument,
  type AdminsQuery,
} from '../../shared/graphql/generated';
import { KeyRound, Trash2, UserRound } from 'lucide-react';
import { useState } from 'react';
import { AvatarName } from '../../ui/data/avatar-name';
import { DataTable } from '../../ui/table/data-table';
import type { Column } from '../../ui/table/use-data-table';
import { EmptyState } from '../../ui/feedback/empty-state';
import { IconAction } from '../../ui/button/icon-action';
import { PageHeader } from '../../ui/layout/page-header';
import { ResetSecondFactorDialog } from '../../shared/dialogs/reset-second-factor-dialog';
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

/** The agency's administrators and pending invitations. */
export function AdminsTab({ ownId }: { ownId: string }) {
  const { items, error, refetch } = useWholeList(AdminsDocument, {}, ({ admins }) => admins);
  const [removing, setRemoving] = useState<Admin | null>(null);
  const [resetting, setResetting] = useState<Admin | null>(null);
  const columns: Column<Admin>[] = [
    {
      header: accountMessages.admin,
      primary: true,
      cell: ({ id, username }) => <AvatarName name={username} detail={id === ownId ? accountMessages.you : null} />,
    },
    { header: accountMessages.added, cell: ({ createdAt }) => <TimeAgo at={createdAt} /> },
    {
      header: sharedMessages.actions,
      actions: true,
      cell: (admin) =>
        admin.id === ownId ? (
          '–'
        ) : (
          <HStack gap="1" justify="end" marginEnd="-1">
            <IconAction
              label={accountMessages.resetSecondFactor(admin.username)}
              icon={KeyRound}
              onClick={() => setResetting(admin)}
            />
            <IconAction
              label={accountMessages.removeAdmin(admin.username)}
              icon={Trash2}
              onClick={() => setRemoving(admin)}
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
        rowKey={({ id }) => id}
        failed={error !== undefined}
        onRetry={() => retry(refetch())}
        empty={<EmptyState icon={UserRound} title={accountMessages.noResults} />}
      />
      <Invitations />
      {resetting && (
        <ResetSecondFactorDialog id={resetting.id} name={resetting.username} onClose={() => setResetting(null)} />
      )}
      {removing && <RemoveAdminDialog admin={removing} onClose={() => setRemoving(null)} />}
    </Stack>
  );
}

/** The pending invitations. It renders nothing when there are none. */
function Invitations() {
  const { items, error, refetch } = useWholeList(AdminInvitationsDocument, {}, (data) => data.adminInvitations);
  const [revoking, setRevoking] = useState<Invitation | null>(null);
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
      cell: (invitation) => (
        <HStack justify="end" marginEnd="-1">
          <IconAction label={accountMessages.revoke} icon={Trash2} onClick={() => setRevoking(invitation)} />
        </HStack>
      ),
    },
  ];
  if (items?.length === 0) return null;
  return (
    <Stack gap="4">
      <PageHeader level="h2" title={accountMessages.invitations} />
      <DataTable
        itemName="invitations"
        columns={columns}
        rows={items}
        rowKey={({ id }) => id}
        failed={error !== undefined}
        onRetry={() => retry(refetch())}
        empty={null}
      />
      {revoking && <RevokeInvitationDialog id={revoking.id} onClose={() => setRevoking(null)} />}
    </Stack>
  );
}
