import ipaddr from 'ipaddr.js';

/** All of the internet's IPv6; what is outside carries IPv4 in disguise, or leads nowhere. */
const INTERNET_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an IP address is one of the internet's: not of this machine, of a private network, of a cloud's metadata, nor one that stands for such an address. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.parse(address);
  if (ip.range() !== 'unicast') return false;
  return ip instanceof ipaddr.IPv4 || ip.match(INTERNET_V6);
}

/** Whether an IP address is this machine's own. */
export function isLoopbackAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.parse(address).range() === 'loopback';
}
