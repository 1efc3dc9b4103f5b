import { isUUID, Length } from 'class-validator';
import { MAX_NAME_LENGTH } from '@dripline/contract/limits';
import { GraphQLJSONObject } from 'graphql-scalars';
import QRCode from 'qrcode';
import { Arg, Args, ArgsType, Authorized, Ctx, Field, Mutation, Query, Resolver } from 'type-graphql';
import { ALL_ROLES, AsSystem, type Role } from '../../access/access';
import { IdArg } from '../../api/arguments';
import type { Context } from '../../api/context';
import { fail } from '../../api/errors';
import { addressKey, consume } from '../../api/rate-limiters';
import { RecentSignIn } from '../recent-sign-in';
import { shownProductName } from '../../clients/brand.types';
import { type Account, clientOf, findAccountRow, signedInAccount } from '../account';
import { deleteOtherSessions, deleteSession, findSessions } from '../session-list';
import { Viewer, viewerOf } from '../session.resolver';
import { Authenticator } from './authenticator.entity';
import { findPasswordChallenge } from './challenges';
import { finishSignIn } from './finish-sign-in';
import { Passkey } from './passkey.entity';
import { addPasskey, beginPasskey, beginPasskeySignIn, type FactorNames } from './passkeys';
import { RecoveryCode } from './recovery-code.entity';
import { createRecoveryCodes } from './recovery-codes';
import { findSecondFactors } from './require-second-factor';
import { AccountSecurity, AuthenticatorSetup, PasskeyRequest } from './second-factor.types';
import { beginAuthenticator, confirmAuthenticator } from './totp';

const CHALLENGE_LENGTH = 43;

@ArgsType()
class FinishSignInArgs {
  @Field(() => String, {
    description: 'The challenge of the error SECOND_FACTOR_REQUIRED, or of `beginPasskeySignIn`.',
  })
  @Length(CHALLENGE_LENGTH, CHALLENGE_LENGTH, { message: 'This is not a challenge.' })
  challenge!: string;

  @Field(() => String, { nullable: true, description: 'A code of the authenticator app, or a recovery code.' })
  @Length(0, 50, { message: 'A code has at most 50 characters.' })
  code?: string | null;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description: 'The response of the browser’s WebAuthn API, in JSON, in place of a code.',
  })
  passkey?: object | null;
}

@ArgsType()
class AddPasskeyArgs {
  @Field(() => String, { description: 'The challenge of `beginPasskey`.' })
  @Length(CHALLENGE_LENGTH, CHALLENGE_LENGTH, { message: 'This is not a challenge.' })
  challenge!: string;

  @Field(() => String, { description: 'A name by which the user recognizes the passkey.' })
  @Length(1, MAX_NAME_LENGTH, { message: `Name must have 1 to ${MAX_NAME_LENGTH} characters.` })
  name!: string;

  @Field(() => GraphQLJSONObject, { description: 'The response of the browser’s WebAuthn API, in JSON.' })
  response!: object;
}

@ArgsType()
class CodeArgs {
  @Field(() => String, { description: 'The code that the app shows.' })
  @Length(6, 6, { message: 'Enter the six digits that the app shows.' })
  code!: string;
}

/** Second factors of the signed-in account, and sign-ins with them. */
@Resolver()
export class SecondFactorResolver {
  @Authorized<Role>(...ALL_ROLES)
  @AsSystem()
  @Mutation(() => PasskeyRequest, {
    description:
      'Begins a sign-in with a passkey: as the second factor after a correct password, or without a challenge in place of the password.',
  })
  async beginPasskeySignIn(
    @Arg('challenge', () => String, {
      nullable: true,
      description: 'The challenge of the error SECOND_FACTOR_REQUIRED.',
    })
    challenge: string | null,
    @Ctx() ctx: Context,
  ): Promise<PasskeyRequest> {
    await consume(ctx.rateLimiters.secondFactorPerAddress, addressKey(ctx));
    const account = challenge == null ? null : await findPasswordChallenge(ctx, challenge);
    return beginPasskeySignIn(ctx, account && { token: challenge!, account });
  }

  @Authorized<Role>(...ALL_ROLES)
  @AsSystem()
  @Mutation(() => Viewer, {
    description:
      'Finishes a sign-in with a code, a recovery code or a passkey, and sets the session cookie. Each challenge takes five codes.',
  })
  async finishSignIn(
    @Args(() => FinishSignInArgs) { challenge, code = null, passkey = null }: FinishSignInArgs,
    @Ctx() ctx: Context,
  ): Promise<Viewer> {
    await consume(ctx.rateLimiters.secondFactorPerAddress, addressKey(ctx));
    return viewerOf(await finishSignIn(ctx, { challenge, code, passkey }));
  }

  @Authorized<Role>('admin', 'client')
  @AsSystem()
  @Query(() => AccountSecurity, {
    description: 'Returns the passkeys, the second factors and the sessions of the signed-in account.',
  })
  async accountSecurity(@Ctx() ctx: Context): Promise<AccountSecurity> {
    const account = signedInAccount(ctx);
    const db = ctx.dataSource.manager;
    return {
      passkeys: await db.find(Passkey, { where: account, order: { createdAt: 'ASC' } }),
      hasAuthenticator: (await findSecondFactors(ctx, account)).authenticator,
      recoveryCodesLeft: await db.countBy(RecoveryCode, account),
      sessions: await findSessions(ctx, account),
    };
  }

  @Authorized<Role>('admin', 'client')
  @RecentSignIn()
  @AsSystem()
  @Mutation(() => PasskeyRequest, { description: 'Begins to add a passkey to the signed-in account.' })
  async beginPasskey(@Ctx() ctx: Context): Promise<PasskeyRequest> {
    const account = signedInAccount(ctx);
    return beginPasskey(ctx, account, await namesOf(ctx, account));
  }

  @Authorized<Role>('admin', 'client')
  @AsSystem()
  @Mutation(() => Passkey, {
    description: 'Adds the passkey that the browser has created. From then on, sign-ins with a password ask for more.',
  })
  addPasskey(@Args(() => AddPasskeyArgs) passkey: AddPasskeyArgs, @Ctx() ctx: Context): Promise<Passkey> {
    return addPasskey(ctx, signedInAccount(ctx), passkey);
  }

  @Authorized<Role>('admin', 'client')
  @RecentSignIn()
  @AsSystem()
  @Mutation(() => Boolean, { description: 'Removes a passkey of the signed-in account.' })
  async deletePasskey(@IdArg('passkey') id: string, @Ctx() ctx: Context): Promise<boolean> {
    const account = signedInAccount(ctx);
    const { affected } = isUUID(id)
      ? await ctx.dataSource.manager.delete(Passkey, { ...account, id })
      : { affected: 0 };
    if (!affected) throw fail('NOT_FOUND', 'Passkey not found');
    await deleteUnneededRecoveryCodes(ctx, account);
    return true;
  }

  @Authorized<Role>('admin', 'client')
  @RecentSignIn()
  @AsSystem()
  @Mutation(() => AuthenticatorSetup, {
    description:
      'Begins to set up an authenticator app. Sign-ins ask for a code once `confirmAuthenticator` has received the first one.',
  })
  async beginAuthenticator(@Ctx() ctx: Context): Promise<AuthenticatorSetup> {
    const account = signedInAccount(ctx);
    const setup = await beginAuthenticator(ctx, account, await namesOf(ctx, account));
    const svg = await QRCode.toString(setup.uri, { type: 'svg', margin: 2 });
    return { ...setup, qrCode: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` };
  }

  @Authorized<Role>('admin', 'client')
  @AsSystem()
  @Mutation(() => Boolean, { description: 'Confirms the authenticator app with its first code.' })
  async confirmAuthenticator(@Args(() => CodeArgs) { code }: CodeArgs, @Ctx() ctx: Context): Promise<boolean> {
    await confirmAuthenticator(ctx, signedInAccount(ctx), code);
    return true;
  }

  @Authorized<Role>('admin', 'client')
  @RecentSignIn()
  @AsSystem()
  @Mutation(() => Boolean, { description: 'Removes the authenticator app of the signed-in account.' })
  async deleteAuthenticator(@Ctx() ctx: Context): Promise<boolean> {
    const account = signedInAccount(ctx);
    await ctx.dataSource.manager.delete(Authenticator, account);
    await deleteUnneededRecoveryCodes(ctx, account);
    return true;
  }

  @Authorized<Role>('admin', 'client')
  @RecentSignIn()
  @AsSystem()
  @Mutation(() => [String], {
    description:
      'Replaces the account’s recovery codes. Each signs in once in place of a code or passkey. They are shown only in this response.',
  })
  async createRecoveryCodes(@Ctx() ctx: Context): Promise<string[]> {
    const account = signedInAccount(ctx);
    const { authenticator, passkeys } = await findSecondFactors(ctx, account);
    if (!authenticator && passkeys === 0) throw fail('CONFLICT', 'Add a passkey or an authenticator app first.');
    return createRecoveryCodes(ctx, account);
  }

  @Authorized<Role>('admin', 'client')
  @AsSystem()
  @Mutation(() => Boolean, { description: 'Signs one session of the account out.' })
  async deleteSession(@IdArg('session') id: string, @Ctx() ctx: Context): Promise<boolean> {
    await deleteSession(ctx, signedInAccount(ctx), id);
    return true;
  }

  @Authorized<Role>('admin', 'client')
  @AsSystem()
  @Mutation(() => Boolean, { description: 'Signs all sessions of the account out except the caller’s.' })
  async deleteOtherSessions(@Ctx() ctx: Context): Promise<boolean> {
    await deleteOtherSessions(ctx, signedInAccount(ctx));
    return true;
  }
}

/** Returns the names that an app or browser stores with a second factor. */
async function namesOf(ctx: Context, account: Account): Promise<FactorNames> {
  const row = await findAccountRow(ctx, account);
  const client = clientOf(row);
  const { productName } = ctx.settings;
  return {
    username: row.username ?? '',
    productName: client ? shownProductName(client, productName) : productName,
  };
}

/** Recovery codes replace a second factor. They are deleted with the last one. */
async function deleteUnneededRecoveryCodes(ctx: Context, account: Account): Promise<void> {
  const { authenticator, passkeys } = await findSecondFactors(ctx, account);
  if (!authenticator && passkeys === 0) await ctx.dataSource.manager.delete(RecoveryCode, account);
}
