import { isIPv4 } from 'node:net';
import { type Labels, matches, ofKind, type Peer, type PolicyRule, type Rendered } from './objects';

/** Somebody on the network: a pod of some namespace, or an address outside. */
export type End = { namespace: Labels; pod: Labels } | { address: string };

const home = { 'kubernetes.io/metadata.name': 'dripline' };

/** A pod of the release. */
export const ours = (component: string): End => ({
  namespace: home,
  pod: {
    'app.kubernetes.io/name': 'dripline',
    'app.kubernetes.io/instance': 'acme',
    'app.kubernetes.io/component': component,
  },
});
export const other = (namespace: string, pod: Labels = {}): End => ({
  namespace: { 'kubernetes.io/metadata.name': namespace },
  pod,
});
export const address = (value: string): End => ({ address: value });

/** Whether the policies let a connection through, as Kubernetes defines it: both ends must agree, and an end that no policy chooses agrees to all. */
export function isAllowed(objects: Rendered[], from: End, to: End, port: number): boolean {
  return letsThrough(objects, 'Egress', from, to, port) && letsThrough(objects, 'Ingress', to, from, port);
}

function letsThrough(
  objects: Rendered[],
  direction: 'Ingress' | 'Egress',
  self: End,
  peer: End,
  port: number,
): boolean {
  if ('address' in self || self.namespace['kubernetes.io/metadata.name'] !== 'dripline') return true;
  const mine = ofKind(objects, 'NetworkPolicy').filter(
    ({ spec }) => spec!.policyTypes!.includes(direction) && matches(self.pod, spec!.podSelector!.matchLabels),
  );
  if (mine.length === 0) return true;
  const rules = mine.flatMap(({ spec }) => (direction === 'Egress' ? spec!.egress : spec!.ingress) ?? []);
  return rules.some((rule) => hasPort(rule, port) && hasPeer(direction === 'Egress' ? rule.to : rule.from, peer));
}

const hasPort = ({ ports }: PolicyRule, port: number) => !ports || ports.some((each) => each.port === port);
const hasPeer = (peers: Peer[] | undefined, end: End) => !peers?.length || peers.some((peer) => isPeer(peer, end));

function isPeer({ ipBlock, namespaceSelector, podSelector }: Peer, end: End): boolean {
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
  if (!isIPv4(base)) return false;
  const shift = 2 ** (32 - Number(bits));
  return Math.floor(numberOf(ip) / shift) === Math.floor(numberOf(base) / shift);
}

const numberOf = (ip: string) => ip.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
