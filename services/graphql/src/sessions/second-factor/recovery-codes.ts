import { createHash, randomInt } from 'node:crypto';
import type { Context } from '../../api/context';
import type { Account } from '../account';
import { RecoveryCode } from './recovery-code.entity';

const COUNT = 10;
/** No letters that look like digits. 16 of these 32 characters are 80 random bits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 16;

/** Replaces the account's recovery codes and returns the new ones, which cannot be read again. */
export async function createRecoveryCodes({ dataSource }: Context, account: Account): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, newCode);
  await dataSource.transaction(async (db) => {
    await db.delete(RecoveryCode, account);
    await db.insert(
      RecoveryCode,
      codes.map((code) => ({ ...account, codeHash: hashCode(account, code) })),
    );
  });
  return codes;
}

/** Whether the code is an unused recovery code of the account, and uses it up. */
export async function consumeRecoveryCode({ dataSource }: Context, account: Account, code: string): Promise<boolean> {
  const { affected } = await dataSource.manager.delete(RecoveryCode, {
    ...account,
    codeHash: hashCode(account, code),
  });
  return affected === 1;
}

function newCode(): string {
  const characters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]!).join('');
  return characters.match(/.{4}/g)!.join('-');
}

/** Not keyed with the session secret, so that codes survive its rotation. */
function hashCode(account: Account, code: string): string {
  const normalized = code.toLowerCase().replace(/[^0-9a-z]/g, '');
  return createHash('sha256')
    .update(`${Object.values(account).join()}:${normalized}`)
    .digest('base64url');
}
