import { MAX_NAME_LENGTH, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@dripline/contract/limits';
import { isUUID, Length } from 'class-validator';
import {
  Args,
  ArgsType,
  Authorized,
  Ctx,
  Field,
  FieldResolver,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { ALL_ROLES, type Role, AsSystem } from '../access/access';
import { IdArg } from '../api/arguments';
import type { Context } from '../api/context';
import { fail } from '../api/errors';
import { byCreation, findPage, type Page, PageArgs, pageOf } from '../api/pagination';
import { AdminInvitation } from './admin-invitation.entity';
import { acceptInvitation, inviteAdmin } from './invite-admin';
import { deleteAdmin } from './delete-admin';
import { RecentSignIn } from './recent-sign-in';
import { resetSecondFactor } from './second-factor/admin-second-factor';
import { User } from './user.entity';

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

@ObjectType({ simpleResolvers: true, description: 'A page of administrators.' })
class AdminPage extends pageOf(User, 'administrators') {}

@ObjectType({ simpleResolvers: true, description: 'A page of invitations.' })
class AdminInvitationPage extends pageOf(AdminInvitation, 'invitations') {}

@Resolver(() => AdminInvitation)
export class AdminResolver {
  @Authorized<Role>('admin')
  @Query(() => AdminPage, { description: 'Lists all administrators, oldest account first.' })
  admins(@Args(() => PageArgs) page: PageArgs, @Ctx() { dataSource }: Context): Promise<Page<User>> {
    const list = { entity: User, where: 'true', values: [], sort: byCreation('item', false) };
    return findPage(dataSource.manager, list, page);
  }

  @Authorized<Role>('admin')
  @Query(() => AdminInvitationPage, {
    description: 'Lists the invitations that can still be accepted, newest first.',
  })
  adminInvitations(
    @Args(() => PageArgs) page: PageArgs,
    @Ctx() { dataSource }: Context,
  ): Promise<Page<AdminInvitation>> {
    return findPage(
      dataSource.manager,
      { entity: AdminInvitation, where: 'item.expires_at > now()', values: [] },
      page,
    );
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
      'Removes the passkeys, authenticator app and recovery codes of another administrator or of a client, and ends its sessions.',
  })
  async resetSecondFactor(@IdArg('administrator or client') id: string, @Ctx() ctx: Context): Promise<boolean> {
    await resetSecondFactor(ctx, id);
    return true;
  }

  @FieldResolver(() => String, { description: 'The username of the administrator who created the invitation.' })
  invitedBy(@Root() { userId }: AdminInvitation, @Ctx() { loaders }: Context): Promise<string> {
    return loaders.username.load(userId);
  }
}
