import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type WebAuthnCredential,
} from '@simplewebauthn/server';
import type { Context } from '../../api/context';
import { fail, fieldError } from '../../api/errors';
import { findClientOfDomain, siteUrlOf } from '../../clients/client-domain';
import { type Account, accountOfRow } from '../account';
import { consumePasskeyChallenge, createChallenge, setWebauthnChallenge } from './challenges';
import { Passkey } from './passkey.entity';

/** Passkeys of one account. */
const MAX_PASSKEYS = 20;

/** A challenge, and the options that the browser's WebAuthn API takes. */
export interface PasskeyOptions {
  challenge: string;
  options: object;
}

const rejectedPasskey = () => fieldError('response', 'This passkey was not accepted. Please try again.');
const invalidPasskey = () => fail('UNAUTHENTICATED', 'This passkey was not accepted. Please try again.');

/** Returns the site of the request, because browsers bind passkeys to its domain: a client's own, or that of the public URL. */
async function relyingParty({ dataSource, hostname, settings }: Context): Promise<{ rpId: string; origin: string }> {
  const client = hostname === '' ? null : await findClientOfDomain(dataSource.manager, hostname);
  const url = new URL(client ? siteUrlOf(client, settings) : settings.publicUrl);
  return { rpId: url.hostname, origin: url.origin };
}

/** The names that an app or browser shows for a second factor. */
export interface FactorNames {
  username: string;
  productName: string;
}

/** Begins the registration of a passkey. A passkey must verify its user, because it replaces the password. */
export async function beginPasskey(
  ctx: Context,
  account: Account,
  { username, productName }: FactorNames,
): Promise<PasskeyOptions> {
  const known = await ctx.dataSource.manager.findBy(Passkey, account);
  if (known.length >= MAX_PASSKEYS) throw fail('CONFLICT', `An account can have at most ${MAX_PASSKEYS} passkeys.`);
  const options = await generateRegistrationOptions({
    rpName: productName,
    rpID: (await relyingParty(ctx)).rpId,
    userName: username,
    userDisplayName: username,
    userID: new Uint8Array(Buffer.from(Object.values(account).join())),
    excludeCredentials: known.map(describeCredential),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { challenge: await createChallenge(ctx, 'registration', account, options.challenge), options };
}

/** Stores the passkey that the browser has created. */
export async function addPasskey(
  ctx: Context,
  account: Account,
  { challenge, name, response }: { challenge: string; name: string; response: object },
): Promise<Passkey> {
  const { rpId, origin } = await relyingParty(ctx);
  const { webauthnChallenge, account: begunBy } = await consumePasskeyChallenge(ctx, challenge, true);
  if (JSON.stringify(begunBy) !== JSON.stringify(account)) throw rejectedPasskey();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: webauthnChallenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) throw rejectedPasskey();
  const { id: credentialId, publicKey, counter, transports = [] } = registrationInfo.credential;
  return ctx.dataSource.manager.save(Passkey, {
    ...account,
    credentialId,
    publicKey: Buffer.from(publicKey),
    counter: String(counter),
    transports,
    name,
    lastUsedAt: null,
  });
}

/**
 * Begins a sign-in with a passkey. With a challenge whose password was correct, one of that account's passkeys must sign.
 * Otherwise the passkey names the account.
 */
export async function beginPasskeySignIn(
  ctx: Context,
  passwordChallenge: { token: string; account: Account } | null,
): Promise<PasskeyOptions> {
  const known = passwordChallenge ? await ctx.dataSource.manager.findBy(Passkey, passwordChallenge.account) : [];
  const options = await generateAuthenticationOptions({
    rpID: (await relyingParty(ctx)).rpId,
    userVerification: 'required',
    allowCredentials: known.map(describeCredential),
  });
  if (!passwordChallenge) return { challenge: await createChallenge(ctx, 'passkey', null, options.challenge), options };
  await setWebauthnChallenge(ctx, passwordChallenge.token, options.challenge);
  return { challenge: passwordChallenge.token, options };
}

/** Verifies a passkey's signature, uses the challenge up and returns the passkey's account. */
export async function verifyPasskey(ctx: Context, challenge: string, response: object): Promise<Account> {
  const { rpId, origin } = await relyingParty(ctx);
  const { webauthnChallenge, account } = await consumePasskeyChallenge(ctx, challenge, false);
  const { id } = response as { id?: unknown };
  const passkey =
    typeof id === 'string' ? await ctx.dataSource.manager.findOneBy(Passkey, { ...account, credentialId: id }) : null;
  if (!passkey) throw invalidPasskey();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: webauthnChallenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: Number(passkey.counter),
    },
    requireUserVerification: true,
  }).catch(() => ({ verified: false, authenticationInfo: undefined }));
  if (!verified || !authenticationInfo) throw invalidPasskey();
  await ctx.dataSource.manager.update(
    Passkey,
    { id: passkey.id },
    { counter: String(authenticationInfo.newCounter), lastUsedAt: new Date() },
  );
  return accountOfRow(passkey);
}

const describeCredential = ({ credentialId, transports }: Passkey): Pick<WebAuthnCredential, 'id' | 'transports'> => ({
  id: credentialId,
  transports: transports as NonNullable<WebAuthnCredential['transports']>,
});
