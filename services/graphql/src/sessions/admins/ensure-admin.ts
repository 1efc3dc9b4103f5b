import type { DataSource } from 'typeorm';
import { hashPassword, verifyPassword } from '../password';
import { validatePassword } from '../validate-password';
import { endAccountSessions } from '../sessions';
import { User } from '../user.entity';

/**
 * Creates the administrator or updates its password, which ends its sessions. An unchanged password is accepted even if
 * it breaks today's password rules.
 */
export async function ensureAdmin(dataSource: DataSource, username: string, password: string): Promise<void> {
  const users = dataSource.getRepository(User);
  const found = await users
    .createQueryBuilder('account')
    .addSelect('account.passwordHash')
    .where('lower(account.username) = lower(:username)', { username })
    .getOne();
  if (found && (await verifyPassword(found.passwordHash, password))) return;
  const problem = validatePassword(password, username);
  if (problem !== null) throw new Error(`ADMIN_PASSWORD: ${problem}`);
  const passwordHash = await hashPassword(password);
  await users.save(found ? { ...found, passwordHash } : { username, passwordHash });
  if (found) await endAccountSessions(dataSource.manager, { userId: found.id });
}
