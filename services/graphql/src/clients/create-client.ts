import { validationMessages } from '@dripline/contract/validation-messages';
import { Like } from 'typeorm';
import type { Context } from '../api/context';
import { fail } from '../api/errors';
import { assertFreeUsername } from '../sessions/free-username';
import { hashPassword } from '../sessions/password';
import { assertValidPassword } from '../sessions/validate-password';
import { deriveSlug } from '@dripline/contract/rules/slug';
import { uniqueSlug } from '../campaigns/slug';
import { Client } from './client.entity';
import type { CreateClientInput } from './client.inputs';

/** Creates a client with a unique handle. */
export async function createClient({ dataSource, settings }: Context, input: CreateClientInput): Promise<Client> {
  const authEnabled = input.authEnabled ?? false;
  const username = input.username?.trim() || null;
  if (input.password) assertValidPassword('password', input.password, username);
  const passwordHash = input.password ? await hashPassword(input.password) : null;
  assertLoginComplete(authEnabled, username, passwordHash !== null);
  // The handle 'login' is reserved, because /client/login is the sign-in screen.
  const base = deriveSlug(input.businessName, 60) || 'client';
  const { businessName, contactEmail, notificationPhone } = input;
  return dataSource.transaction(async (db) => {
    if (username !== null) await assertFreeUsername(db, username);
    // Concurrent clients of one name get different handles.
    await db.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`handle:${base}`]);
    const existing = await db.find(Client, { select: { handle: true }, where: { handle: Like(`${base}%`) } });
    const { id } = await db.save(
      db.create(Client, {
        handle: uniqueSlug(base, new Set(['login', ...existing.map((client) => client.handle)])),
        businessName: businessName.trim(),
        contactEmail: contactEmail.trim(),
        notificationPhone: notificationPhone.trim(),
        username,
        passwordHash,
        authEnabled,
        linkReadOnly: input.linkReadOnly ?? false,
        timeZone: settings.timeZone,
      }),
    );
    return db.findOneByOrFail(Client, { id });
  });
}

/** Throws BAD_USER_INPUT if login is enabled without a username or password. */
export function assertLoginComplete(authEnabled: boolean, username: string | null, hasPassword: boolean): void {
  if (!authEnabled) return;
  const fields = {
    ...(username === null ? { username: validationMessages.usernameMissing } : {}),
    ...(hasPassword ? {} : { password: validationMessages.passwordMissing }),
  };
  const [message] = Object.values(fields);
  if (message !== undefined) throw fail('BAD_USER_INPUT', message, { fields });
}
