import ipaddr from 'ipaddr.js';

/** The global unicast range of IPv6. Addresses outside it embed IPv4 addresses or are not routed. */
const INTERNET_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address is public: not loopback, private, link-local (such as cloud metadata) or an IPv6 form of such
 * an address.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.parse(address);
  if (ip.range() !== 'unicast') return false;
  return ip instanceof ipaddr.IPv4 || ip.match(INTERNET_V6);
}

/** Whether an IP address is a loopback address. */
export function isLoopbackAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.parse(address).range() === 'loopback';
}
