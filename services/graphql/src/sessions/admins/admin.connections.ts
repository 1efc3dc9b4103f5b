import { MAX_SEARCH_LENGTH } from '@dripline/contract/limits';
import { IsOptional, MaxLength } from 'class-validator';
import { ArgsType, Field, InputType } from 'type-graphql';
import { Conditions } from '../../api/connections/conditions';
import { connectionArgs, connectionType, type List } from '../../api/connections/connections';
import { OrderDirection, orderType } from '../../api/connections/ordering';
import { AdminInvitation } from './admin-invitation.entity';
import { User } from '../user.entity';

export const UserConnection = connectionType(User, 'User', 'administrators');
export const AdminInvitationConnection = connectionType(AdminInvitation, 'AdminInvitation', 'invitations');

@InputType({ description: 'Filters administrators. Fields that are omitted or null match all.' })
class UserFilter {
  @Field(() => String, { nullable: true, description: 'A part of the username.' })
  @IsOptional()
  @MaxLength(MAX_SEARCH_LENGTH, { message: `search must be at most ${MAX_SEARCH_LENGTH} characters.` })
  search?: string | null;
}

const userOrder = orderType('User', 'administrators', {
  createdAt: { by: 'item.created_at', type: 'time', description: 'When the account was created.' },
  username: { by: 'item.username', type: 'text', description: 'The username.' },
});

@ArgsType()
export class UserArgs extends connectionArgs(UserFilter, userOrder) {}

/** All administrators, the oldest account first by default. */
export function userList({ filter, orderBy }: UserArgs): List<User> {
  const conditions = new Conditions();
  conditions.contains('item.username', filter?.search);
  return {
    entity: User,
    conditions,
    sort: userOrder.toSort(orderBy, OrderDirection.asc),
  };
}

const invitationOrder = orderType('AdminInvitation', 'invitations', {
  createdAt: { by: 'item.created_at', type: 'time', description: 'When the invitation was created.' },
  expiresAt: { by: 'item.expires_at', type: 'time', description: 'When the invitation expires.' },
});

@ArgsType()
export class AdminInvitationArgs extends connectionArgs(null, invitationOrder) {}

/** The invitations that can still be accepted. */
export function adminInvitationList({ orderBy }: AdminInvitationArgs): List<AdminInvitation> {
  const conditions = new Conditions();
  conditions.add('item.expires_at > now()');
  return {
    entity: AdminInvitation,
    conditions,
    sort: invitationOrder.toSort(orderBy),
  };
}
