import { MAX_NAME_LENGTH, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@dripline/contract/limits';
import { isUUID, Length } from 'class-validator';
import { Args, ArgsType, Authorized, Ctx, Field, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { ALL_ROLES, type Role, AsSystem } from '../../access/access';
import { IdArg } from '../../api/arguments';
import type { Context } from '../../api/context';
import { fail } from '../../api/errors';
import { type Connection, findConnection } from '../../api/connections/connections';
import {
  AdminInvitationArgs,
  AdminInvitationConnection,
  adminInvitationList,
  UserArgs,
  UserConnection,
  userList,
} from './admin.connections';
import { AdminInvitation } from './admin-invitation.entity';
import { acceptInvitation, inviteAdmin } from './invite-admin';
import { deleteAdmin } from './delete-admin';
import { RecentSignIn } from '../recent-sign-in';
import { resetSecondFactor } from '../second-factor/admin-second-factor';
import { User } from '../user.entity';

@ArgsType()
class AcceptInvitationArgs {
  @Field(() => String, { description: 'The token after the # of the invitation link.' })
  @Length(1, 100, { message: 'This invitation was used or has expired. Ask for a new one.' })
  token!: string;

  @Field(() => String, { description: 'The username, unique regardless of case.' })
  @Length(1, MAX_NAME_LENGTH, { message: `Username must have 1 to ${MAX_NAME_LENGTH} characters.` })
  username!: string;

  @Field(() => String, { description: `The password, ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters.` })
  @Length(MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH, {
    message: `Password must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters.`,
  })
  password!: string;
}

@Resolver(() => AdminInvitation)
export class AdminResolver {
  @Authorized<Role>('admin')
  @Query(() => UserConnection, { description: 'Lists all administrators, the oldest account first by default.' })
  admins(@Args(() => UserArgs) args: UserArgs, @Ctx() { dataSource }: Context): Promise<Connection<User>> {
    return findConnection(dataSource.manager, userList(args), args);
  }

  @Authorized<Role>('admin')
  @Query(() => AdminInvitationConnection, {
    description: 'Lists the invitations that can still be accepted, newest first by default.',
  })
  adminInvitations(
    @Args(() => AdminInvitationArgs) args: AdminInvitationArgs,
    @Ctx() { dataSource }: Context,
  ): Promise<Connection<AdminInvitation>> {
    return findConnection(dataSource.manager, adminInvitationList(args), args);
  }

  @Authorized<Role>('admin')
  @Mutation(() => AdminInvitation, {
    description:
      'Creates an invitation link for a new administrator. The link is shown only in this response, works once and expires after three days.',
  })
  createAdminInvitation(@Ctx() ctx: Context): Promise<AdminInvitation> {
    return inviteAdmin(ctx);
  }

  @Authorized<Role>('admin')
  @Mutation(() => Boolean, { description: 'Revokes an invitation.' })
  async deleteAdminInvitation(@IdArg('invitation') id: string, @Ctx() { dataSource }: Context): Promise<boolean> {
    const { affected } = isUUID(id) ? await dataSource.manager.delete(AdminInvitation, { id }) : { affected: 0 };
    if (!affected) throw fail('NOT_FOUND', 'Invitation not found');
    return true;
  }

  @Authorized<Role>(...ALL_ROLES)
  @AsSystem()
  @Mutation(() => User, {
    description: 'Accepts an invitation: creates an administrator account and signs it in.',
  })
  acceptAdminInvitation(
    @Args(() => AcceptInvitationArgs) { token, username, password }: AcceptInvitationArgs,
    @Ctx() ctx: Context,
  ): Promise<User> {
    return acceptInvitation(ctx, token, username, password);
  }

  @Authorized<Role>('admin')
  @Mutation(() => Boolean, {
    description: 'Deletes another administrator, with its sessions and invitations.',
  })
  async deleteAdmin(@IdArg('administrator') id: string, @Ctx() ctx: Context): Promise<boolean> {
    await deleteAdmin(ctx, id);
    return true;
  }

  @Authorized<Role>('admin')
  @RecentSignIn()
  @Mutation(() => Boolean, {
    description:
      'Removes the passkeys, authenticator app and recovery codes of another administrator, of a client or of a member of its team, and ends the account’s sessions.',
  })
  async resetSecondFactor(@IdArg('administrator, client or member') id: string, @Ctx() ctx: Context): Promise<boolean> {
    await resetSecondFactor(ctx, id);
    return true;
  }

  @FieldResolver(() => String, { description: 'The username of the administrator who created the invitation.' })
  invitedBy(@Root() { userId }: AdminInvitation, @Ctx() { loaders }: Context): Promise<string> {
    return loaders.username.load(userId);
  }
}
