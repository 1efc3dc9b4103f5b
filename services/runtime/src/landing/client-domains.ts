import { LANDING_CACHE_MS } from '@dripline/contract/limits';
import { DOMAIN } from '@dripline/contract/rules/domain-name';
import { LRUCache } from 'lru-cache';
import { request } from '../http/request';
import { ClientDomainDocument, type ClientDomainQuery } from './internal/generated';

/** The client of a domain, and the product as it sees it. */
export type ClientDomain = NonNullable<ClientDomainQuery['clientDomain']>;

/** Finds the clients that domains belong to. */
export interface ClientDomains {
  /** Returns null for a host that is not the domain of a client, and undefined if that is not known. */
  find(hostname: string): Promise<ClientDomain | null | undefined>;
}

/** Options of `createClientDomains`. */
export interface ClientDomainsOptions {
  /** URL of the internal schema. */
  internalUrl: string;
  token: string;
  /** The installation's own origin. Its host belongs to no client. */
  publicUrl: string;
}

const MAX_DOMAINS = 10_000;
const TIMEOUT_MS = 5_000;

/** Creates a cache that keeps each domain for a second, or longer while the GraphQL server cannot be reached. */
export function createClientDomains({ internalUrl, token, publicUrl }: ClientDomainsOptions): ClientDomains {
  const ownHostname = new URL(publicUrl).hostname;
  const domains = new LRUCache<string, { client: ClientDomain | null }>({
    max: MAX_DOMAINS,
    ttl: LANDING_CACHE_MS,
    ttlResolution: 0,
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
    // A domain that is evicted while it is fetched is still returned.
    ignoreFetchAbort: true,
    fetchMethod: async (name) => {
      const headers = { authorization: `Bearer ${token}` };
      const { data } = await request(internalUrl, ClientDomainDocument, { name }, { headers, timeoutMs: TIMEOUT_MS });
      return { client: data.clientDomain };
    },
  });
  return {
    async find(hostname) {
      const name = hostname.toLowerCase();
      if (name === ownHostname || !DOMAIN.test(name)) return null;
      try {
        return (await domains.fetch(name))?.client;
      } catch {
        return undefined;
      }
    },
  };
}
