import { BlockList, isIPv4 } from 'node:net';
import { type Labels, matches, ofKind, type Peer, type PolicyRule, type Rendered } from './objects';

/** A network endpoint: a pod of a namespace, or an IP address. */
export type NetworkEndpoint = { namespace: Labels; pod: Labels } | { address: string };

const releaseNamespace = { 'kubernetes.io/metadata.name': 'dripline' };

/** Returns a pod of the release. */
export const releasePod = (component: string): NetworkEndpoint => ({
  namespace: releaseNamespace,
  pod: {
    'app.kubernetes.io/name': 'dripline',
    'app.kubernetes.io/instance': 'acme',
    'app.kubernetes.io/component': component,
  },
});
export const podIn = (namespace: string, pod: Labels = {}): NetworkEndpoint => ({
  namespace: { 'kubernetes.io/metadata.name': namespace },
  pod,
});
export const ipAddress = (value: string): NetworkEndpoint => ({ address: value });

/**
 * Returns whether the policies allow a connection. As in Kubernetes, both endpoints must allow it, and an endpoint
 * without a policy allows everything.
 */
export function isAllowed(
  objects: Rendered[],
  from: NetworkEndpoint,
  to: NetworkEndpoint,
  port: number,
  protocol: 'TCP' | 'UDP' = 'TCP',
): boolean {
  const hasPort = ({ ports }: PolicyRule) =>
    !ports || ports.some((allowed) => allowed.port === port && (allowed.protocol ?? 'TCP') === protocol);
  return letsThrough(objects, 'Egress', from, to, hasPort) && letsThrough(objects, 'Ingress', to, from, hasPort);
}

function letsThrough(
  objects: Rendered[],
  direction: 'Ingress' | 'Egress',
  self: NetworkEndpoint,
  peer: NetworkEndpoint,
  hasPort: (rule: PolicyRule) => boolean,
): boolean {
  if ('address' in self || self.namespace['kubernetes.io/metadata.name'] !== 'dripline') return true;
  const policies = ofKind(objects, 'NetworkPolicy').filter(
    ({ spec }) => spec!.policyTypes!.includes(direction) && matches(self.pod, spec!.podSelector!.matchLabels),
  );
  if (policies.length === 0) return true;
  const rules = policies.flatMap(({ spec }) => (direction === 'Egress' ? spec!.egress : spec!.ingress) ?? []);
  return rules.some((rule) => hasPort(rule) && hasPeer(direction === 'Egress' ? rule.to : rule.from, peer));
}

const hasPeer = (peers: Peer[] | undefined, end: NetworkEndpoint) =>
  !peers?.length || peers.some((peer) => isPeer(peer, end));

function isPeer({ ipBlock, namespaceSelector, podSelector }: Peer, end: NetworkEndpoint): boolean {
  if ('address' in end)
    return (
      ipBlock !== undefined &&
      isWithin(end.address, ipBlock.cidr) &&
      !ipBlock.except?.some((cidr) => isWithin(end.address, cidr))
    );
  if (ipBlock) return false;
  const isNamespace = namespaceSelector
    ? matches(end.namespace, namespaceSelector.matchLabels)
    : end.namespace['kubernetes.io/metadata.name'] === 'dripline';
  return isNamespace && matches(end.pod, podSelector?.matchLabels);
}

function isWithin(ip: string, cidr: string): boolean {
  const [base = '', bits = ''] = cidr.split('/');
  const range = new BlockList();
  range.addSubnet(base, Number(bits), familyOf(base));
  // A range of IPv6 also matches IPv4 addresses in their mapped form, which policies do not.
  return familyOf(ip) === familyOf(base) && range.check(ip, familyOf(ip));
}

const familyOf = (ip: string) => (isIPv4(ip) ? 'ipv4' : 'ipv6');
