import type { DataSource } from 'typeorm';
import { hashPassword, verifyPassword } from './password';
import { passwordProblem } from './password-problem';
import { Session } from './session.entity';
import { User } from './user.entity';

/** Makes sure that this administrator exists with this password; a changed password ends the account's sessions. One that was allowed in an earlier release stays. */
export async function ensureAdmin(dataSource: DataSource, username: string, password: string): Promise<void> {
  const users = dataSource.getRepository(User);
  const found = await users
    .createQueryBuilder('account')
    .addSelect('account.passwordHash')
    .where('lower(account.username) = lower(:username)', { username })
    .getOne();
  if (found && (await verifyPassword(found.passwordHash, password))) return;
  const why = passwordProblem(password, username);
  if (why !== null) throw new Error(`ADMIN_PASSWORD: ${why}`);
  const passwordHash = await hashPassword(password);
  await users.save(found ? { ...found, passwordHash } : { username, passwordHash });
  if (found) await dataSource.getRepository(Session).delete({ userId: found.id });
}
