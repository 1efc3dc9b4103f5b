import { MAX_NAME_LENGTH, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@dripline/contract/limits';
import { Length } from 'class-validator';
import { Args, ArgsType, Authorized, Ctx, Field, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import { isUUID } from 'class-validator';
import { loginRequired, PUBLIC, type Role, SeesAllClients } from '../access/access';
import { ClientId } from '../api/arguments';
import { Client } from '../clients/client.entity';
import type { Context } from '../api/context';
import { fail } from '../api/errors';
import { changePassword } from './change-password';
import { endSession } from './sessions';
import { signIn, signInClient } from './sign-in';
import { User } from './user.entity';

@ArgsType()
class Credentials {
  @Field(() => String, { description: 'The account’s username, in any case of letters.' })
  @Length(1, MAX_NAME_LENGTH, { message: 'Please enter both username and password' })
  username!: string;

  @Field(() => String, { description: 'The account’s password.' })
  @Length(1, MAX_PASSWORD_LENGTH, { message: 'Please enter both username and password' })
  password!: string;
}

@ArgsType()
class PasswordChange {
  @Field(() => String, { description: 'The password so far.' })
  @Length(1, MAX_PASSWORD_LENGTH, { message: 'Enter your current password' })
  currentPassword!: string;

  @Field(() => String, { description: 'The password from now on.' })
  @Length(MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH, {
    message: `Use ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`,
  })
  newPassword!: string;
}

@ObjectType({ simpleResolvers: true, description: 'Who the session cookie belongs to; both are null for a visitor.' })
class Viewer {
  @Field(() => User, { nullable: true, description: 'The administrator.' })
  user?: User | null;

  @Field(() => Client, { nullable: true, description: 'The client.' })
  client?: Client | null;
}

@ObjectType({ simpleResolvers: true, description: 'What a client’s dashboard asks of its visitor.' })
class DashboardAccess {
  @Field(() => Boolean, { description: 'Whether it asks for a sign-in.' })
  loginRequired!: boolean;
}

@ObjectType({ simpleResolvers: true, description: 'The installation.' })
class SystemStatus {
  @Field(() => String, { description: 'The product’s name on its screens.' })
  productName!: string;

  @Field(() => String, { description: '`twilio`, or `log` where texts go to a table and the terminal.' })
  smsProvider!: string;

  @Field(() => Boolean, { description: 'Texts wait because the workflow service is away. Leads are still taken.' })
  textsDelayed!: boolean;
}

@Resolver()
export class SessionResolver {
  @Authorized<Role>(...PUBLIC)
  @Query(() => SystemStatus, { description: 'The product’s name and how it is.' })
  async system(@Ctx() ctx: Context): Promise<SystemStatus> {
    const { productName, smsProvider } = ctx.settings;
    return { productName, smsProvider, textsDelayed: !ctx.followUps.isReachable() };
  }

  @Authorized<Role>(...PUBLIC)
  @Query(() => Viewer, { description: 'Who is signed in.' })
  async viewer(@Ctx() { actor, dataSource }: Context): Promise<Viewer> {
    if (actor.role === 'admin') return { user: await dataSource.manager.findOneByOrFail(User, { id: actor.userId }) };
    if (actor.role === 'client')
      return { client: await dataSource.manager.findOneByOrFail(Client, { id: actor.clientId }) };
    return {};
  }

  @Authorized<Role>('admin')
  @Query(() => User, { description: 'The administrator who is signed in; UNAUTHENTICATED where there is none.' })
  async currentUser(@Ctx() { actor, dataSource }: Context): Promise<User> {
    if (actor.role !== 'admin') throw fail('UNAUTHENTICATED', 'Please sign in');
    return dataSource.manager.findOneByOrFail(User, { id: actor.userId });
  }

  @Authorized<Role>(...PUBLIC)
  @SeesAllClients()
  @Query(() => DashboardAccess, { description: 'Whether the dashboard with this id asks for a sign-in.' })
  async dashboardAccess(@ClientId() clientId: string, @Ctx() ctx: Context): Promise<DashboardAccess> {
    const client = isUUID(clientId) ? await ctx.dataSource.manager.findOneBy(Client, { id: clientId }) : null;
    if (!client) throw fail('NOT_FOUND', 'Client not found');
    return { loginRequired: loginRequired(ctx, client) };
  }

  @Authorized<Role>(...PUBLIC)
  @SeesAllClients()
  @Mutation(() => User, { description: 'Signs an administrator in and sets the session cookie.' })
  signIn(@Args(() => Credentials) { username, password }: Credentials, @Ctx() ctx: Context): Promise<User> {
    return signIn(ctx, username, password);
  }

  @Authorized<Role>(...PUBLIC)
  @SeesAllClients()
  @Mutation(() => Client, { description: 'Signs a client in and sets the session cookie.' })
  signInClient(@Args(() => Credentials) { username, password }: Credentials, @Ctx() ctx: Context): Promise<Client> {
    return signInClient(ctx, username, password);
  }

  @Authorized<Role>(...PUBLIC)
  @SeesAllClients()
  @Mutation(() => Boolean, { description: 'Ends the session and clears its cookie.' })
  signOut(@Ctx() ctx: Context): Promise<boolean> {
    return endSession(ctx).then(() => true);
  }

  @Authorized<Role>(...PUBLIC)
  @SeesAllClients()
  @Mutation(() => Boolean, { description: 'The same for a client.' })
  signOutClient(@Ctx() ctx: Context): Promise<boolean> {
    return endSession(ctx).then(() => true);
  }

  @Authorized<Role>('admin', 'client')
  @SeesAllClients()
  @Mutation(() => Boolean, {
    description:
      'Gives the signed-in account another password. Its other sessions end; this one goes on under a new cookie.',
  })
  changePassword(
    @Args(() => PasswordChange) { currentPassword, newPassword }: PasswordChange,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    return changePassword(ctx, currentPassword, newPassword).then(() => true);
  }
}
