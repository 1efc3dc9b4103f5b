import { MAX_NAME_LENGTH, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@dripline/contract/limits';
import { isUUID, Length } from 'class-validator';
import { Args, ArgsType, Authorized, Ctx, Field, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { MoreThan } from 'typeorm';
import { PUBLIC, type Role, SeesAllClients } from '../access/access';
import { Id } from '../api/arguments';
import type { Context } from '../api/context';
import { fail } from '../api/errors';
import { AdminInvitation } from './admin-invitation.entity';
import { acceptInvitation, inviteAdmin } from './invite-admin';
import { removeAdmin } from './remove-admin';
import { User } from './user.entity';

@ArgsType()
class NewAdmin {
  @Field(() => String, { description: 'What the link carries behind its #.' })
  @Length(1, 100, { message: 'This invitation was used or has expired' })
  token!: string;

  @Field(() => String, { description: 'The name to sign in with; unique, in any case of letters.' })
  @Length(1, MAX_NAME_LENGTH, { message: `Enter a username of at most ${MAX_NAME_LENGTH} characters` })
  username!: string;

  @Field(() => String, { description: 'The password to sign in with.' })
  @Length(MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH, {
    message: `Use ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`,
  })
  password!: string;
}

@Resolver(() => AdminInvitation)
export class AdminResolver {
  @Authorized<Role>('admin')
  @Query(() => [User], { description: 'All administrators, the first one first.' })
  admins(@Ctx() { dataSource }: Context): Promise<User[]> {
    return dataSource.manager.find(User, { order: { createdAt: 'ASC', id: 'ASC' } });
  }

  @Authorized<Role>('admin')
  @Query(() => [AdminInvitation], { description: 'Invitations that can still be used, newest first.' })
  adminInvitations(@Ctx() { dataSource }: Context): Promise<AdminInvitation[]> {
    return dataSource.manager.find(AdminInvitation, {
      where: { expiresAt: MoreThan(new Date()) },
      order: { createdAt: 'DESC', id: 'DESC' },
      relations: { user: true },
    });
  }

  @Authorized<Role>('admin')
  @Mutation(() => AdminInvitation, {
    description:
      'Makes a link by which somebody becomes an administrator, once, within three days. It is shown this once.',
  })
  createAdminInvitation(@Ctx() ctx: Context): Promise<AdminInvitation> {
    return inviteAdmin(ctx);
  }

  @Authorized<Role>('admin')
  @Mutation(() => Boolean, { description: 'Takes an invitation back.' })
  async deleteAdminInvitation(@Id('The invitation’s') id: string, @Ctx() { dataSource }: Context): Promise<boolean> {
    const { affected } = isUUID(id) ? await dataSource.manager.delete(AdminInvitation, { id }) : { affected: 0 };
    if (!affected) throw fail('NOT_FOUND', 'Invitation not found');
    return true;
  }

  @Authorized<Role>(...PUBLIC)
  @SeesAllClients()
  @Mutation(() => User, {
    description: 'Makes whoever holds an invitation’s link an administrator, and signs that one in.',
  })
  acceptAdminInvitation(
    @Args(() => NewAdmin) { token, username, password }: NewAdmin,
    @Ctx() ctx: Context,
  ): Promise<User> {
    return acceptInvitation(ctx, token, username, password);
  }

  @Authorized<Role>('admin')
  @Mutation(() => Boolean, {
    description: 'Removes another administrator; its sessions end at once, and its invitations with it.',
  })
  async deleteAdmin(@Id('The administrator’s') id: string, @Ctx() ctx: Context): Promise<boolean> {
    await removeAdmin(ctx, id);
    return true;
  }

  @FieldResolver(() => String, { description: 'Who made it.' })
  async invitedBy(@Root() { user, userId }: AdminInvitation, @Ctx() { dataSource }: Context): Promise<string> {
    return (user ?? (await dataSource.manager.findOneByOrFail(User, { id: userId }))).username;
  }
}
