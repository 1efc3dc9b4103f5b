import { Like } from 'typeorm';
import type { Context } from '../api/context';
import { fail } from '../api/errors';
import { hashPassword } from '../sessions/password';
import { requireGoodPassword } from '../sessions/password-problem';
import { deriveSlug, firstFree } from '../campaigns/slug';
import { Client } from './client.entity';
import type { CreateClientInput } from './client.inputs';

/** Adds a client under a handle of its own. */
export async function createClient({ dataSource, settings }: Context, input: CreateClientInput): Promise<Client> {
  const authEnabled = input.authEnabled ?? false;
  const username = input.username?.trim() || null;
  if (input.password) requireGoodPassword('password', input.password, username);
  const passwordHash = input.password ? await hashPassword(input.password) : null;
  requireLogin(authEnabled, username, passwordHash !== null);
  const db = dataSource.manager;
  // 'login' would be taken for the sign-in screen.
  const base = deriveSlug(input.businessName, 60) || 'client';
  const rivals = await db.find(Client, { select: { handle: true }, where: { handle: Like(`${base}%`) } });
  const handle = firstFree(base, new Set(['login', ...rivals.map((rival) => rival.handle)]));
  const { businessName, contactEmail, notificationPhone } = input;
  const { id } = await db.save(
    db.create(Client, {
      handle,
      businessName: businessName.trim(),
      contactEmail: contactEmail.trim(),
      notificationPhone: notificationPhone.trim(),
      username,
      passwordHash,
      authEnabled,
      timeZone: settings.timeZone,
    }),
  );
  return db.findOneByOrFail(Client, { id });
}

/** Refuses a login that nobody could use. */
export function requireLogin(authEnabled: boolean, username: string | null, hasPassword: boolean): void {
  if (!authEnabled) return;
  const fields = {
    ...(username === null ? { username: 'Username is required when login is enabled' } : {}),
    ...(hasPassword ? {} : { password: 'Password is required when login is enabled' }),
  };
  const [why] = Object.values(fields);
  if (why !== undefined) throw fail('BAD_USER_INPUT', why, { fields });
}
