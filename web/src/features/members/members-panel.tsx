import { useQuery } from '@apollo/client/react';
import { Badge, Button, HStack, Stack, Text } from '@chakra-ui/react';
import { MAX_MEMBERS } from '@dripline/contract/limits';
import { KeyRound, Pencil, Plus, Trash2, Users } from 'lucide-react';
import { NotFoundDialog } from '../../shared/dialogs/not-found-dialog';
import { ResetSecondFactorDialog } from '../../shared/dialogs/reset-second-factor-dialog';
import { useAddressedDialog, useOpened } from '../../shared/dialogs/use-addressed-dialog';
import { MembersDocument, type TeamMemberFieldsFragment } from '../../shared/graphql/generated';
import { refreshedOnOpen } from '../../shared/refreshed-on-open';
import { retry } from '../../shared/retry';
import { IconAction } from '../../ui/button/icon-action';
import { AvatarName } from '../../ui/data/avatar-name';
import { TimeAgo } from '../../ui/data/time-ago';
import { EmptyState } from '../../ui/feedback/empty-state';
import { PageHeader } from '../../ui/layout/page-header';
import { DataTable } from '../../ui/table/data-table';
import type { Column } from '../../ui/table/use-data-table';
import { accountMessages } from '../../messages/accounts';
import { memberMessages } from '../../messages/members';
import { sharedMessages } from '../../messages/shared';
import { signInMessages } from '../../messages/sign-in';
import { MemberDialog } from './member-dialog';
import { RemoveMemberDialog } from './remove-member-dialog';

interface MembersPanelProps {
  clientId: string;
  /** Whether the client’s login is enabled, which members need to sign in. */
  canSignIn: boolean;
  /** The ID of the viewer, if it is a member. */
  ownId: string | undefined;
  isAdmin: boolean;
}

// On the Settings tab, other dialogs have other names.
const dialogs = ['add-member', 'edit-member', 'reset-member', 'remove-member'] as const;

/** The members of a client’s team. */
export function MembersPanel({ clientId, canSignIn, ownId, isAdmin }: MembersPanelProps) {
  const { data, error, refetch } = useQuery(MembersDocument, {
    variables: { clientId, first: MAX_MEMBERS },
    ...refreshedOnOpen,
  });
  const { kind, id, open, close } = useAddressedDialog(dialogs);
  const members = data?.client.members.nodes;
  const member = useOpened<TeamMemberFieldsFragment>(`${kind} ${id}`).keep(members?.find((item) => item.id === id));
  const isFull = members !== undefined && members.length >= MAX_MEMBERS;
  const columns: Column<TeamMemberFieldsFragment>[] = [
    {
      header: memberMessages.member,
      primary: true,
      cell: (row) => <AvatarName name={row.name} detail={row.id === ownId ? accountMessages.you : null} />,
    },
    { header: signInMessages.username, cell: ({ username }) => <Text overflowWrap="anywhere">{username}</Text> },
    {
      header: memberMessages.role,
      cell: ({ role }) => (
        <Badge colorPalette={role === 'owner' ? 'brand' : 'gray'}>{memberMessages.roles[role]}</Badge>
      ),
    },
    { header: accountMessages.added, cell: ({ createdAt }) => <TimeAgo at={createdAt} /> },
    {
      header: sharedMessages.actions,
      actions: true,
      cell: (row) => (
        <HStack gap="1" justify="end" marginEnd="-1">
          <IconAction label={memberMessages.edit(row.name)} icon={Pencil} onClick={() => open('edit-member', row.id)} />
          {isAdmin && (
            <IconAction
              label={memberMessages.resetSecondFactor(row.name)}
              icon={KeyRound}
              onClick={() => open('reset-member', row.id)}
            />
          )}
          {row.id !== ownId && (
            <IconAction
              label={memberMessages.remove(row.name)}
              icon={Trash2}
              onClick={() => open('remove-member', row.id)}
            />
          )}
        </HStack>
      ),
    },
  ];
  return (
    <Stack gap="4">
      <PageHeader
        level="h2"
        title={memberMessages.team}
        description={isAdmin ? memberMessages.agencyDescription : memberMessages.description}
      >
        {members && !isFull && (
          <Button size="sm" variant="outline" onClick={() => open('add-member')}>
            <Plus aria-hidden="true" /> {memberMessages.add}
          </Button>
        )}
      </PageHeader>
      {!canSignIn && <Note>{memberMessages.loginOff}</Note>}
      <DataTable
        itemName="members"
        columns={columns}
        rows={members}
        rowKey={(row) => row.id}
        failed={error !== undefined}
        onRetry={() => retry(refetch())}
        empty={
          <EmptyState icon={Users} title={memberMessages.noneTitle}>
            {memberMessages.noneText}
          </EmptyState>
        }
      />
      {isFull && <Note>{memberMessages.limitReached(MAX_MEMBERS)}</Note>}
      {kind === 'add-member' && members && !isFull && <MemberDialog clientId={clientId} onClose={close} />}
      {member && kind === 'edit-member' && (
        <MemberDialog key={member.id} clientId={clientId} member={member} isOwn={member.id === ownId} onClose={close} />
      )}
      {member && kind === 'reset-member' && isAdmin && (
        <ResetSecondFactorDialog id={member.id} name={member.name} onClose={close} />
      )}
      {member && kind === 'remove-member' && member.id !== ownId && (
        <RemoveMemberDialog member={member} onClose={close} />
      )}
      {id !== '' && members && !member && <NotFoundDialog what="member" onClose={close} />}
    </Stack>
  );
}

const Note = ({ children }: { children: string }) => (
  <Text textStyle="sm" color="fg.muted">
    {children}
  </Text>
);
