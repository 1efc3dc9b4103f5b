import { isIPv6 } from 'node:net';
import type { DeepPartial } from 'typeorm';
import type { Context } from '../api/context';
import { asSystem } from '../access/scope';
import { AuditEntry } from './audit-entry.entity';

/** An audit entry without the caller's network, which `recordAuditEntry` adds. */
export type NewAuditEntry = Omit<DeepPartial<AuditEntry>, 'actor' | 'network' | 'createdAt'> & {
  actor: `${AuditEntry['actor']}`;
  operation: string;
};

/** Inserts audit entries. Returns null, so that a failed sign-in can record its entry and return in one statement. */
export async function recordAuditEntry({ dataSource, ipAddress }: Context, ...entries: NewAuditEntry[]): Promise<null> {
  const network = truncateAddress(ipAddress);
  const rows = entries.map((entry) => ({ ...entry, actor: entry.actor as AuditEntry['actor'], network }));
  // Callers have no access to the audit log, so it is written with the agency scope.
  await asSystem(() => dataSource.getRepository(AuditEntry).insert(rows));
  return null;
}

/** Truncates an IP address to its network, so that it does not identify a person. */
export function truncateAddress(address: string): string | null {
  const plain = address.replace(/^::ffff:/, '');
  if (isIPv6(plain)) return `${plain.split('::')[0]!.split(':').slice(0, 3).join(':')}::/48`;
  return plain === '' ? null : plain.replace(/\.\d+$/, '.0/24');
}
