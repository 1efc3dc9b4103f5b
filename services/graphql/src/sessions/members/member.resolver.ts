import { Arg, Args, Authorized, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import { authorizeBuilder, BUILDER_ROLES, BuilderField, loadOwned, type Role } from '../../access/access';
import { IdArg, InputArg } from '../../api/arguments';
import type { Connection } from '../../api/connections/connections';
import type { Context } from '../../api/context';
import { fail } from '../../api/errors';
import { Client } from '../../clients/client.entity';
import { enqueueBulk } from '../../outbox/enqueue';
import { RecentSignIn } from '../recent-sign-in';
import { MemberArgs, MemberConnection, memberList } from './member.connection';
import { Member } from './member.entity';
import { CreateMemberInput, UpdateMemberArgs, UpdateMemberInput } from './member.inputs';
import { createMember, updateMember } from './save-member';

@Resolver(() => Client)
export class MemberResolver {
  @BuilderField()
  @FieldResolver(() => MemberConnection, {
    description: 'The members of the client’s team, in the order in which they were added by default.',
  })
  members(
    @Root() { id }: Client,
    @Args(() => MemberArgs) args: MemberArgs,
    @Ctx() { loaders }: Context,
  ): Promise<Connection<Member>> {
    return loaders.connection(memberList(args), id, args);
  }

  @Authorized<Role>(...BUILDER_ROLES)
  @RecentSignIn()
  @Mutation(() => Member, {
    description:
      'Adds a member to a client’s team. The member signs in with `signInClient` while the client’s login is enabled.',
  })
  async createMember(
    @Arg('clientId', () => ID, { description: 'The ID of the client.' }) clientId: string,
    @InputArg(() => CreateMemberInput, 'The new member.') input: CreateMemberInput,
    @Ctx() ctx: Context,
  ): Promise<Member> {
    return createMember(ctx, (await authorizeBuilder(ctx, clientId)).id, input);
  }

  @Authorized<Role>(...BUILDER_ROLES)
  @RecentSignIn()
  @Mutation(() => Member, {
    description: 'Changes a member of a client’s team. A new password ends the member’s sessions.',
  })
  async updateMember(
    @Args(() => UpdateMemberArgs) { id, expectedVersion }: UpdateMemberArgs,
    @InputArg(() => UpdateMemberInput, 'The fields to change.') input: UpdateMemberInput,
    @Ctx() ctx: Context,
  ): Promise<Member> {
    return updateMember(ctx, await loadMember(ctx, id), input, expectedVersion);
  }

  @Authorized<Role>(...BUILDER_ROLES)
  @Mutation(() => Boolean, {
    description:
      'Removes a member from a client’s team and ends its sessions. What the member wrote stays. Its leads have no owner then.',
  })
  async deleteMember(@IdArg('member') id: string, @Ctx() ctx: Context): Promise<boolean> {
    const { clientId } = await loadMember(ctx, id);
    if (ctx.actor.role === 'client' && ctx.actor.member?.id === id)
      throw fail('CONFLICT', 'You cannot remove yourself. Ask another owner.');
    await ctx.dataSource.transaction(async (db) => {
      await db.delete(Member, { id });
      await enqueueBulk(db, 'remove_owner', clientId, id);
    });
    ctx.outboxRelay.wake();
    return true;
  }
}

const loadMember = (ctx: Context, id: string) =>
  loadOwned(
    ctx,
    id,
    (memberId) => ctx.dataSource.manager.findOneBy(Member, { id: memberId }),
    'Member',
    authorizeBuilder,
  );
