import { parseAllDocuments } from 'yaml';
import { renderChart } from '@dripline/tools/chart/render-chart';

export type Labels = Record<string, string>;

interface Probe {
  httpGet?: { path: string; port: string };
  tcpSocket?: { port: string };
  periodSeconds: number;
  failureThreshold: number;
}

export interface Container {
  name: string;
  image: string;
  imagePullPolicy?: string;
  command?: string[];
  args?: string[];
  env?: { name: string; value?: string; valueFrom?: object }[];
  envFrom?: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  ports?: { name: string; containerPort: number }[];
  securityContext?: {
    allowPrivilegeEscalation?: boolean;
    readOnlyRootFilesystem?: boolean;
    privileged?: boolean;
    capabilities?: { drop?: string[]; add?: string[] };
  };
  resources?: { requests?: Labels; limits?: Labels };
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  lifecycle?: { preStop?: { sleep?: { seconds: number } } };
  volumeMounts?: { name: string; mountPath: string; readOnly?: boolean }[];
}

export interface PodSpec {
  serviceAccountName?: string;
  automountServiceAccountToken?: boolean;
  hostNetwork?: boolean;
  hostPID?: boolean;
  hostIPC?: boolean;
  terminationGracePeriodSeconds?: number;
  securityContext?: { runAsNonRoot?: boolean; runAsUser?: number; seccompProfile?: { type: string } };
  nodeSelector?: Labels;
  tolerations?: object[];
  affinity?: object;
  priorityClassName?: string;
  topologySpreadConstraints?: { topologyKey: string; labelSelector: { matchLabels: Labels } }[];
  containers: Container[];
  initContainers?: Container[];
  volumes?: {
    name: string;
    hostPath?: object;
    emptyDir?: object;
    projected?: {
      sources: {
        secret?: { name: string; optional?: boolean; items: { key: string; path: string }[] };
        serviceAccountToken?: object;
      }[];
    };
  }[];
}

/** A Kubernetes object, with the fields that the tests use. */
export interface Rendered {
  kind: string;
  metadata: { name: string; labels?: Labels; annotations?: Labels };
  data?: Labels;
  spec?: {
    type?: string;
    replicas?: number;
    strategy?: { type?: string; rollingUpdate?: { maxUnavailable?: number | string } };
    selector?: Labels & { matchLabels?: Labels };
    template?: { metadata: { labels: Labels; annotations?: Labels }; spec: PodSpec };
    ports?: { name: string; port: number; targetPort: string | number }[];
    maxUnavailable?: number | string;
    minAvailable?: number | string;
    unhealthyPodEvictionPolicy?: string;
    scaleTargetRef?: { name: string };
    minReplicas?: number;
    maxReplicas?: number;
    minReplicaCount?: number;
    maxReplicaCount?: number;
    triggers?: { type: string; metadata: Labels; authenticationRef?: { name: string } }[];
    metrics?: object[];
    behavior?: object;
    endpoints?: { port: string; path: string }[];
    rules?: {
      host: string;
      http: {
        paths: { path: string; pathType: string; backend: { service: { name: string; port: { name: string } } } }[];
      };
    }[];
    tls?: { hosts: string[]; secretName: string }[];
    podSelector?: { matchLabels?: Labels };
    policyTypes?: string[];
    ingress?: PolicyRule[];
    egress?: PolicyRule[];
    groups?: {
      name: string;
      rules: { alert?: string; record?: string; expr: string; annotations?: Labels; labels?: Labels }[];
    }[];
    ttlSecondsAfterFinished?: number;
    backoffLimit?: number;
    activeDeadlineSeconds?: number;
  };
}

export interface Peer {
  ipBlock?: { cidr: string; except?: string[] };
  namespaceSelector?: { matchLabels?: Labels };
  podSelector?: { matchLabels?: Labels };
}

export interface PolicyRule {
  from?: Peer[];
  to?: Peer[];
  ports?: { protocol?: string; port: number }[];
}

/** Renders the chart with these arguments of Helm. */
export async function render(...args: string[]): Promise<Rendered[]> {
  const text = await renderChart(process.env['HELM_PATH']!, args);
  return parseAllDocuments(text).flatMap((document) => (document.toJS() as Rendered | null) ?? []);
}

export const workloadsOf = (objects: Rendered[]): Rendered[] => objects.filter(({ spec }) => spec?.template);
export const podOf = ({ spec }: Rendered): PodSpec => spec!.template!.spec;
export const containersOf = (object: Rendered): Container[] => [
  ...(podOf(object).initContainers ?? []),
  ...podOf(object).containers,
];
export const ofKind = (objects: Rendered[], kind: string): Rendered[] =>
  objects.filter((object) => object.kind === kind);
export const matches = (labels: Labels | undefined, selector: Labels | undefined): boolean =>
  Object.entries(selector ?? {}).every(([key, value]) => labels?.[key] === value);

/** `describe`, or `describe.skip` if Helm is missing. */
export const withHelm = process.env['HELM_PATH'] ? describe : describe.skip;

/** Adds a test that prints why the chart's tests are skipped, if Helm is missing. */
export function reportMissingHelm(): void {
  if (process.env['HELM_PATH']) return;
  test('the reason for skipping the chart’s tests is known', () => {
    process.stderr.write(
      `Tests of the chart are skipped: ${process.env['HELM_MISSING'] ?? 'run the tests with `npm test`'}\n`,
    );
    expect(process.env['HELM_MISSING']).toBeTruthy();
  });
}
