import { isIPv6 } from 'node:net';
import type { DeepPartial } from 'typeorm';
import type { Context } from '../api/context';
import { asAgency } from '../access/scope';
import { AuditEntry } from './audit-entry.entity';

/** What an entry says; where it came from is added. */
export type NewEntry = Omit<DeepPartial<AuditEntry>, 'actor' | 'network' | 'createdAt'> & {
  actor: `${AuditEntry['actor']}`;
  operation: string;
};

/** Writes down that somebody did or tried something. Answers null, as what was tried in vain does. */
export async function recordEntry({ dataSource, address }: Context, entry: NewEntry): Promise<null> {
  const row = { ...entry, actor: entry.actor as AuditEntry['actor'], network: networkOf(address) };
  // Written by the agency's own books, whoever it is about.
  await asAgency(() => dataSource.getRepository(AuditEntry).insert(row));
  return null;
}

/** Enough to tell a place from another, too little to tell a person. */
function networkOf(address: string): string | null {
  const plain = address.replace(/^::ffff:/, '');
  if (isIPv6(plain)) return `${plain.split('::')[0]!.split(':').slice(0, 3).join(':')}::/48`;
  return plain === '' ? null : plain.replace(/\.\d+$/, '.0/24');
}
