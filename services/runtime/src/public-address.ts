import ipaddr from 'ipaddr.js';

/** The global unicast range of IPv6. Addresses outside it embed IPv4 addresses or are not routed. */
const INTERNET_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Addresses in the public range that a cloud's own host answers at: Azure's DHCP, DNS and agent service. */
const CLOUD_HOSTS = new Set(['168.63.129.16']);

/**
 * Whether an IP address is public: outside IANA's special-purpose registries (such as loopback, private and link-local
 * addresses), not an IPv6 form of such an address, and not a service of a cloud's own host.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.parse(address);
  if (ip.range() !== 'unicast' || CLOUD_HOSTS.has(ip.toString())) return false;
  return ip instanceof ipaddr.IPv4 || ip.match(INTERNET_V6);
}

/** Whether an IP address is a loopback address. */
export function isLoopbackAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.parse(address).range() === 'loopback';
}
