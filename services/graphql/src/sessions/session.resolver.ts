import { MAX_NAME_LENGTH, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@dripline/contract/limits';
import { Length } from 'class-validator';
import { Args, ArgsType, Authorized, Ctx, Field, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import { isUUID } from 'class-validator';
import { isLoginRequired, ALL_ROLES, type Role, AsSystem } from '../access/access';
import { loadProductLook, ProductLook } from '../clients/product-look';
import { ClientIdArg } from '../api/arguments';
import { Client } from '../clients/client.entity';
import type { Context } from '../api/context';
import { fail } from '../api/errors';
import { type AccountRow, clientOf } from './account';
import { changePassword } from './change-password';
import { Member } from './members/member.entity';
import { RecentSignIn } from './recent-sign-in';
import { endSession } from './sessions';
import { signIn, signInClient } from './sign-in';
import { User } from './user.entity';

@ArgsType()
class CredentialsArgs {
  @Field(() => String, { description: 'The account’s username, regardless of case.' })
  @Length(1, MAX_NAME_LENGTH, { message: 'Please enter both username and password' })
  username!: string;

  @Field(() => String, { description: 'The account’s password.' })
  @Length(1, MAX_PASSWORD_LENGTH, { message: 'Please enter both username and password' })
  password!: string;
}

@ArgsType()
class ChangePasswordArgs {
  @Field(() => String, { description: 'The current password.' })
  @Length(1, MAX_PASSWORD_LENGTH, { message: 'Enter your current password.' })
  currentPassword!: string;

  @Field(() => String, { description: 'The new password.' })
  @Length(MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH, {
    message: `Password must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters.`,
  })
  newPassword!: string;
}

@ObjectType({
  simpleResolvers: true,
  description: 'The account that the request acts as. All fields are null for a visitor.',
})
export class Viewer {
  @Field(() => User, { nullable: true, description: 'The signed-in administrator.' })
  user?: User | null;

  @Field(() => Client, { nullable: true, description: 'The client that is signed in, or whose member is.' })
  client?: Client | null;

  @Field(() => Member, { nullable: true, description: 'The signed-in member of the client’s team.' })
  member?: Member | null;

  @Field(() => Date, {
    nullable: true,
    description:
      'When the signed-in administrator can only add a second factor. Null if the account has one or needs none.',
  })
  secondFactorDueAt?: Date | null;
}

@ObjectType({ simpleResolvers: true, description: 'The access requirements and the look of a client’s dashboard.' })
class DashboardAccess extends ProductLook {
  @Field(() => Boolean, { description: 'Whether the dashboard requires a sign-in.' })
  loginRequired!: boolean;
}

@ObjectType({ simpleResolvers: true, description: 'Returns the configuration and status of this installation.' })
class AppConfig {
  @Field(() => String, { description: 'The product name that is shown to users.' })
  productName!: string;

  @Field(() => String, {
    description: 'The SMS provider: `twilio`, or `log`, which stores messages instead of sending them.',
  })
  smsProvider!: string;

  @Field(() => Boolean, {
    description: 'Whether messages are delayed because Temporal is unavailable. Leads are still accepted.',
  })
  messagesDelayed!: boolean;
}

/** Describes the account that a sign-in returns. */
export const viewerOf = (row: AccountRow): Viewer => ({
  user: row instanceof User ? row : null,
  client: clientOf(row),
  member: row instanceof Member ? row : null,
});

@Resolver()
export class SessionResolver {
  @Authorized<Role>(...ALL_ROLES)
  @Query(() => AppConfig, { description: 'Returns the configuration and status of this installation.' })
  async appConfig(@Ctx() ctx: Context): Promise<AppConfig> {
    const { productName, smsProvider } = ctx.settings;
    return { productName, smsProvider, messagesDelayed: !ctx.outboxRelay.isReachable() };
  }

  @Authorized<Role>(...ALL_ROLES)
  @Query(() => Viewer, { description: 'Returns the signed-in account.' })
  async viewer(@Ctx() { actor, dataSource }: Context): Promise<Viewer> {
    if (actor.role === 'admin') {
      const { userId, secondFactorDueAt } = actor;
      return { user: await dataSource.manager.findOneByOrFail(User, { id: userId }), secondFactorDueAt };
    }
    const { manager } = dataSource;
    if (actor.role !== 'client') return {};
    const client = await manager.findOneByOrFail(Client, { id: actor.clientId });
    return { client, member: actor.member && (await manager.findOneByOrFail(Member, { id: actor.member.id })) };
  }

  @Authorized<Role>('admin')
  @Query(() => User, {
    description: 'Returns the signed-in administrator. Fails with UNAUTHENTICATED if no administrator is signed in.',
  })
  async currentUser(@Ctx() { actor, dataSource }: Context): Promise<User> {
    if (actor.role !== 'admin') throw fail('UNAUTHENTICATED', 'Please sign in.');
    return dataSource.manager.findOneByOrFail(User, { id: actor.userId });
  }

  @Authorized<Role>(...ALL_ROLES)
  @RecentSignIn()
  @Query(() => Boolean, {
    description:
      'Returns true if the caller may perform sensitive actions now. Fails with RECENT_SIGN_IN_REQUIRED if its sign-in is older than 15 minutes.',
  })
  recentSignIn(): boolean {
    return true;
  }

  @Authorized<Role>(...ALL_ROLES)
  @AsSystem()
  @Query(() => DashboardAccess, {
    description: 'Returns the access requirements and the look of a client’s dashboard.',
  })
  async dashboardAccess(@ClientIdArg() clientId: string, @Ctx() ctx: Context): Promise<DashboardAccess> {
    const client = isUUID(clientId) ? await ctx.dataSource.manager.findOneBy(Client, { id: clientId }) : null;
    if (!client) throw fail('NOT_FOUND', 'Client not found');
    return { loginRequired: isLoginRequired(ctx, client), ...(await loadProductLook(ctx, client)) };
  }

  @Authorized<Role>(...ALL_ROLES)
  @AsSystem()
  @Mutation(() => User, {
    description: 'Signs an administrator in and sets the session cookie of administrators. A client stays signed in.',
  })
  signIn(@Args(() => CredentialsArgs) { username, password }: CredentialsArgs, @Ctx() ctx: Context): Promise<User> {
    return signIn(ctx, username, password);
  }

  @Authorized<Role>(...ALL_ROLES)
  @AsSystem()
  @Mutation(() => Client, {
    description:
      'Signs a client or a member of its team in, sets the session cookie of clients, and returns the client. An administrator stays signed in.',
  })
  signInClient(
    @Args(() => CredentialsArgs) { username, password }: CredentialsArgs,
    @Ctx() ctx: Context,
  ): Promise<Client> {
    return signInClient(ctx, username, password);
  }

  @Authorized<Role>(...ALL_ROLES)
  @AsSystem()
  @Mutation(() => Boolean, {
    description: 'Signs the administrator out and clears its session cookie. A client stays signed in.',
  })
  signOut(@Ctx() ctx: Context): Promise<boolean> {
    return endSession(ctx, 'admin').then(() => true);
  }

  @Authorized<Role>(...ALL_ROLES)
  @AsSystem()
  @Mutation(() => Boolean, {
    description: 'Signs the client out and clears its session cookie. An administrator stays signed in.',
  })
  signOutClient(@Ctx() ctx: Context): Promise<boolean> {
    return endSession(ctx, 'client').then(() => true);
  }

  @Authorized<Role>('admin', 'client')
  @AsSystem()
  @Mutation(() => Boolean, {
    description:
      'Changes the password of the signed-in account. Its other sessions end, and the caller gets a new session cookie.',
  })
  changePassword(
    @Args(() => ChangePasswordArgs) { currentPassword, newPassword }: ChangePasswordArgs,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    return changePassword(ctx, currentPassword, newPassword).then(() => true);
  }
}
