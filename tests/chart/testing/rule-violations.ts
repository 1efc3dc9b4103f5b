import { ofKind, podOf, type Rendered } from './objects';

const first = (objects: Rendered[], kind: string) => ofKind(objects, kind)[0]!;
const pod = (objects: Rendered[], kind = 'Deployment') => podOf(first(objects, kind));
const container = (objects: Rendered[], kind?: string) => pod(objects, kind).containers[0]!;

/** For each rule, a change that violates it. */
export const violations: Record<string, (objects: Rendered[]) => void> = {
  'drop-net-raw': (all) => (container(all).securityContext!.capabilities = { drop: ['KILL'] }),
  'privilege-escalation-container': (all) => delete container(all, 'Job').securityContext!.allowPrivilegeEscalation,
  'no-read-only-root-fs': (all) => (container(all, 'Job').securityContext!.readOnlyRootFilesystem = false),
  'run-as-non-root': (all) => delete pod(all).securityContext!.runAsUser,
  'seccomp-profile': (all) => delete pod(all).securityContext!.seccompProfile,
  'host-namespaces': (all) => (pod(all).hostNetwork = true),
  'host-path': (all) => pod(all).volumes!.push({ name: 'host', hostPath: { path: '/' } }),
  'env-var-secret': (all) => container(all).env!.push({ name: 'SESSION_SECRET', value: 'hunter2' }),
  'read-secret-from-env-var': (all) =>
    container(all).env!.push({ name: 'X', valueFrom: { secretKeyRef: { name: 'dripline', key: 'X' } } }),
  'latest-tag': (all) => (container(all).image = 'registry.example.com/web'),
  'no-anti-affinity': (all) => (pod(all).topologySpreadConstraints = pod(all).topologySpreadConstraints!.slice(0, 1)),
  'spread-over-zones': (all) => pod(all).topologySpreadConstraints!.shift(),
  'unset-cpu-requirements': (all) => delete container(all, 'Job').resources!.requests!['cpu'],
  'unset-memory-requirements': (all) => delete container(all).resources!.limits!['memory'],
  'liveness-port': (all) => (container(all).livenessProbe!.httpGet.port = 'metrics'),
  'readiness-port': (all) => (container(all).readinessProbe!.httpGet.port = 'metrics'),
  'startup-port': (all) => (container(all).startupProbe!.httpGet.port = 'metrics'),
  'no-liveness-probe': (all) => delete container(all).livenessProbe,
  'no-readiness-probe': (all) => delete container(all).readinessProbe,
  'probes-that-differ': (all) => (container(all).livenessProbe!.httpGet.path = '/readyz'),
  'mismatching-selector': (all) =>
    (first(all, 'Deployment').spec!.selector!.matchLabels!['app.kubernetes.io/component'] = 'other'),
  'dangling-service': (all) => (first(all, 'Service').spec!.selector!['app.kubernetes.io/component'] = 'other'),
  'invalid-target-ports': (all) => (first(all, 'Service').spec!.ports![0]!.targetPort = 'https'),
  'dangling-ingress': (all) => (first(all, 'Ingress').spec!.rules![0]!.http.paths[0]!.backend.service.name = 'other'),
  'dangling-horizontalpodautoscaler': (all) =>
    (first(all, 'HorizontalPodAutoscaler').spec!.scaleTargetRef!.name = 'other'),
  'dangling-networkpolicy': (all) => (first(all, 'NetworkPolicy').spec!.podSelector!.matchLabels = { app: 'other' }),
  'non-isolated-pod': (all) => ofKind(all, 'NetworkPolicy').forEach(({ spec }) => (spec!.policyTypes = ['Ingress'])),
  'non-existent-service-account': (all) => (pod(all).serviceAccountName = 'other'),
  'default-service-account': (all) => delete pod(all).serviceAccountName,
  'service-account-token': (all) => delete pod(all, 'Job').automountServiceAccountToken,
  'duplicate-env-var': (all) => container(all).env!.push({ name: 'PORT', value: '1' }),
  'minimum-replicas': (all) => (first(all, 'HorizontalPodAutoscaler').spec!.minReplicas = 1),
  'replicas-beside-autoscaler': (all) => (first(all, 'Deployment').spec!.replicas = 3),
  'no-rolling-update-strategy': (all) => (first(all, 'Deployment').spec!.strategy = { type: 'Recreate' }),
  'pdb-max-unavailable': (all) => (first(all, 'PodDisruptionBudget').spec!.maxUnavailable = '0%'),
  'pdb-min-available': (all) => (first(all, 'PodDisruptionBudget').spec!.minAvailable = 2),
  'pdb-unhealthy-pod-eviction-policy': (all) =>
    delete first(all, 'PodDisruptionBudget').spec!.unhealthyPodEvictionPolicy,
  'missing-pdb': (all) => all.splice(all.indexOf(first(all, 'PodDisruptionBudget')), 1),
  'job-ttl-seconds-after-finished': (all) => delete first(all, 'Job').spec!.ttlSecondsAfterFinished,
  'job-deadline': (all) => delete first(all, 'Job').spec!.activeDeadlineSeconds,
  'bare-pod': (all) => all.push({ kind: 'Pod', metadata: { name: 'test' } }),
  'drain-before-stop': (all) => delete container(all).lifecycle,
  'config-checksum': (all) =>
    ofKind(all, 'Deployment').forEach(({ spec }) => delete spec!.template!.metadata.annotations!['checksum/secret']),
};
