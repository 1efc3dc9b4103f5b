import { containersOf, matches, ofKind, podOf, type Container, type Rendered, workloadsOf } from './objects';

/** A rule returns the objects that violate it. Most rules have the names and the meaning of kube-linter's checks. */
export type Rule = (objects: Rendered[]) => string[];

const nameOf = ({ kind, metadata }: Rendered) => `${kind}/${metadata.name}`;
const deployments = (objects: Rendered[]) => ofKind(objects, 'Deployment');
const jobs = (objects: Rendered[]) => ofKind(objects, 'Job');

const eachWorkload =
  (violates: (object: Rendered, all: Rendered[]) => boolean): Rule =>
  (objects) =>
    workloadsOf(objects)
      .filter((object) => violates(object, objects))
      .map(nameOf);
const eachDeployment =
  (violates: (object: Rendered, all: Rendered[]) => boolean): Rule =>
  (objects) =>
    deployments(objects)
      .filter((object) => violates(object, objects))
      .map(nameOf);
const eachContainer = (violates: (container: Container) => boolean) =>
  eachWorkload((object) => containersOf(object).some(violates));
const eachServer = (violates: (container: Container) => boolean) =>
  eachDeployment((object) => containersOf(object).some(violates));
const eachObject =
  (kind: string, violates: (object: Rendered, all: Rendered[]) => boolean): Rule =>
  (objects) =>
    ofKind(objects, kind)
      .filter((object) => violates(object, objects))
      .map(nameOf);

const labelsOf = (object: Rendered) => object.spec!.template!.metadata.labels;
const selectedBy = (selector: Record<string, string> | undefined, objects: Rendered[]) =>
  workloadsOf(objects).filter((object) => matches(labelsOf(object), selector));
const isZero = (value: unknown) => value === undefined || /^0+%?$/.test(String(value));
const probesUnknownPort = (probe: 'startupProbe' | 'livenessProbe' | 'readinessProbe') =>
  eachServer((container) => !container.ports?.some(({ name }) => name === container[probe]?.httpGet.port));

export const rules: Record<string, Rule> = {
  'drop-net-raw': eachContainer(
    ({ securityContext }) =>
      !securityContext?.capabilities?.drop?.some((name) => ['ALL', 'NET_RAW'].includes(name)) ||
      Boolean(securityContext.capabilities.add),
  ),
  'privilege-escalation-container': eachContainer(
    ({ securityContext }) => securityContext?.allowPrivilegeEscalation !== false || securityContext.privileged === true,
  ),
  'no-read-only-root-fs': eachContainer(({ securityContext }) => !securityContext?.readOnlyRootFilesystem),
  'run-as-non-root': eachWorkload(
    (object) => !podOf(object).securityContext?.runAsNonRoot || !podOf(object).securityContext?.runAsUser,
  ),
  'seccomp-profile': eachWorkload((object) => podOf(object).securityContext?.seccompProfile?.type !== 'RuntimeDefault'),
  'host-namespaces': eachWorkload((object) =>
    Boolean(podOf(object).hostNetwork || podOf(object).hostPID || podOf(object).hostIPC),
  ),
  'host-path': eachWorkload((object) => Boolean(podOf(object).volumes?.some(({ hostPath }) => hostPath))),
  'env-var-secret': eachContainer(({ env }) =>
    Boolean(env?.some(({ name, value }) => /secret|password|token/i.test(name) && value)),
  ),
  'read-secret-from-env-var': eachContainer(({ env, envFrom }) =>
    Boolean(
      env?.some(({ valueFrom }) => valueFrom && 'secretKeyRef' in valueFrom) ||
      envFrom?.some(({ secretRef }) => secretRef),
    ),
  ),
  'latest-tag': eachContainer(({ image }) => !/@sha256:[0-9a-f]{64}$|:(?!latest$)[\w.-]+$/.test(image)),
  'no-anti-affinity': eachDeployment(
    (object) =>
      !podOf(object).affinity?.podAntiAffinity &&
      !podOf(object).topologySpreadConstraints?.some(
        ({ topologyKey, labelSelector }) =>
          topologyKey === 'kubernetes.io/hostname' && matches(labelsOf(object), labelSelector.matchLabels),
      ),
  ),
  'spread-over-zones': eachDeployment(
    (object) =>
      !podOf(object).topologySpreadConstraints?.some(
        ({ topologyKey }) => topologyKey === 'topology.kubernetes.io/zone',
      ),
  ),
  'unset-cpu-requirements': eachContainer(({ resources }) => !resources?.requests?.['cpu']),
  'unset-memory-requirements': eachContainer(
    ({ resources }) => !resources?.requests?.['memory'] || !resources.limits?.['memory'],
  ),
  'liveness-port': probesUnknownPort('livenessProbe'),
  'readiness-port': probesUnknownPort('readinessProbe'),
  'startup-port': probesUnknownPort('startupProbe'),
  'no-liveness-probe': eachServer(({ livenessProbe }) => !livenessProbe),
  'no-readiness-probe': eachServer(({ readinessProbe }) => !readinessProbe),
  'probes-that-differ': eachServer(
    ({ livenessProbe, readinessProbe, startupProbe }) =>
      livenessProbe?.httpGet.path === readinessProbe?.httpGet.path ||
      startupProbe?.httpGet.path !== livenessProbe?.httpGet.path,
  ),
  'mismatching-selector': eachDeployment((object) => !matches(labelsOf(object), object.spec!.selector?.matchLabels)),
  'dangling-service': eachObject('Service', ({ spec }, all) => selectedBy(spec!.selector, all).length !== 1),
  'invalid-target-ports': eachObject('Service', ({ spec }, all) =>
    spec!.ports!.some(
      ({ targetPort }) =>
        !selectedBy(spec!.selector, all).every((object) =>
          containersOf(object).some(({ ports }) =>
            ports?.some(({ name, containerPort }) => targetPort === name || targetPort === containerPort),
          ),
        ),
    ),
  ),
  'dangling-ingress': eachObject('Ingress', ({ spec }, all) =>
    spec!.rules!.some(({ http }) =>
      http.paths.some(
        ({ backend }) =>
          !ofKind(all, 'Service').some(
            (service) =>
              service.metadata.name === backend.service.name &&
              service.spec!.ports!.some(({ name }) => name === backend.service.port.name),
          ),
      ),
    ),
  ),
  'dangling-horizontalpodautoscaler': eachObject(
    'HorizontalPodAutoscaler',
    ({ spec }, all) => !deployments(all).some(({ metadata }) => metadata.name === spec!.scaleTargetRef!.name),
  ),
  'dangling-networkpolicy': eachObject(
    'NetworkPolicy',
    ({ spec }, all) => selectedBy(spec!.podSelector?.matchLabels, all).length === 0,
  ),
  'non-isolated-pod': (objects) =>
    ofKind(objects, 'NetworkPolicy').length === 0
      ? []
      : workloadsOf(objects)
          .filter(
            (object) =>
              !ofKind(objects, 'NetworkPolicy').some(
                ({ spec }) =>
                  matches(labelsOf(object), spec!.podSelector?.matchLabels) && spec!.policyTypes?.length === 2,
              ),
          )
          .map(nameOf),
  'non-existent-service-account': eachWorkload(
    (object, all) =>
      !ofKind(all, 'ServiceAccount').some(({ metadata }) => metadata.name === podOf(object).serviceAccountName),
  ),
  'default-service-account': eachWorkload(
    (object) => !podOf(object).serviceAccountName || podOf(object).serviceAccountName === 'default',
  ),
  'service-account-token': eachWorkload((object) => podOf(object).automountServiceAccountToken !== false),
  'duplicate-env-var': eachContainer(({ env = [] }) => new Set(env.map(({ name }) => name)).size !== env.length),
  'minimum-replicas': (objects) => [
    ...ofKind(objects, 'HorizontalPodAutoscaler')
      .filter(({ spec }) => (spec!.minReplicas ?? 0) < 2)
      .map(nameOf),
    ...deployments(objects)
      .filter(({ spec }) => spec!.replicas !== undefined && spec!.replicas < 2)
      .map(nameOf),
  ],
  'replicas-beside-autoscaler': eachDeployment(
    ({ metadata, spec }, all) =>
      spec!.replicas !== undefined &&
      ofKind(all, 'HorizontalPodAutoscaler').some((scaler) => scaler.spec!.scaleTargetRef!.name === metadata.name),
  ),
  'no-rolling-update-strategy': eachDeployment(
    ({ spec }) => spec!.strategy?.type !== 'RollingUpdate' || !isZero(spec!.strategy.rollingUpdate?.maxUnavailable),
  ),
  'pdb-max-unavailable': eachObject(
    'PodDisruptionBudget',
    ({ spec }) => spec!.minAvailable === undefined && isZero(spec!.maxUnavailable),
  ),
  'pdb-min-available': eachObject('PodDisruptionBudget', ({ spec }) => spec!.minAvailable !== undefined),
  'pdb-unhealthy-pod-eviction-policy': eachObject(
    'PodDisruptionBudget',
    ({ spec }) => spec!.unhealthyPodEvictionPolicy !== 'AlwaysAllow',
  ),
  'missing-pdb': eachDeployment(
    (object, all) =>
      !ofKind(all, 'PodDisruptionBudget').some(({ spec }) => matches(labelsOf(object), spec!.selector?.matchLabels)),
  ),
  'job-ttl-seconds-after-finished': (objects) =>
    jobs(objects)
      .filter(({ spec }) => !spec!.ttlSecondsAfterFinished)
      .map(nameOf),
  'job-deadline': (objects) =>
    jobs(objects)
      .filter(({ spec }) => !spec!.activeDeadlineSeconds || spec!.backoffLimit === undefined)
      .map(nameOf),
  'bare-pod': (objects) => ofKind(objects, 'Pod').map(nameOf),
  'drain-before-stop': eachDeployment(
    (object) =>
      containersOf(object).some(({ lifecycle }) => (lifecycle?.preStop?.sleep?.seconds ?? 0) < 5) ||
      (podOf(object).terminationGracePeriodSeconds ?? 0) < 40,
  ),
  'config-checksum': eachDeployment(
    (object) =>
      !object.spec!.template!.metadata.annotations?.['checksum/config'] ||
      (Boolean(podOf(object).volumes?.some(({ projected }) => projected?.sources.some(({ secret }) => secret))) &&
        !object.spec!.template!.metadata.annotations?.['checksum/secret']),
  ),
};
