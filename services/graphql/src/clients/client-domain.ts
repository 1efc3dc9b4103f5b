import type { EntityManager } from 'typeorm';
import type { Settings } from '../api/context';
import { fieldError } from '../api/errors';
import { Client } from './client.entity';

/**
 * Returns the origin of the URLs that a client and its visitors see. Without white label or a domain of its own, it is
 * the installation's. A client's domain has the same protocol and port.
 */
export function siteUrlOf(
  { domain, whiteLabelEnabled }: Pick<Client, 'domain' | 'whiteLabelEnabled'>,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
): string {
  if (domain === null || !whiteLabelEnabled) return publicUrl;
  const url = new URL(publicUrl);
  url.hostname = domain;
  return url.origin;
}

/** Finds the client with white label that has a domain. */
export const findClientOfDomain = (db: EntityManager, domain: string): Promise<Client | null> =>
  db.findOneBy(Client, { domain: domain.toLowerCase(), whiteLabelEnabled: true });

/**
 * Returns the domain to store, or null for a blank one.
 *
 * @throws BAD_USER_INPUT if it is the installation's own
 */
export function cleanDomain(entered: string, { publicUrl }: Pick<Settings, 'publicUrl'>): string | null {
  const domain = entered.trim().toLowerCase() || null;
  if (domain === new URL(publicUrl).hostname)
    throw fieldError('domain', 'This is the domain of the whole installation. Enter another one.');
  return domain;
}
