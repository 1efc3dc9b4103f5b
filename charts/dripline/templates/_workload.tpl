{{/*
A component: Deployment, Service, ServiceAccount, disruption budget and autoscaler. Takes
  root, name, values
  port                       port for users; the worker has none
  internalPort               port for other components of the release, which no Ingress routes to
  secretKeys, optionalKeys   keys of secrets.existingSecret that it mounts
  files                      other secrets that it mounts (dripline.credentials)
  database                   whether it connects to Postgres
  objectStore                whether it uses the object store
  graceSeconds               termination grace period, including five seconds for load balancers to deregister the pod
*/}}
{{- define "dripline.workload" -}}
{{- with include "dripline.serviceAccount" . }}
{{ . }}
---
{{- end }}
{{ include "dripline.deployment" . }}
---
{{ include "dripline.service" . }}
---
{{ include "dripline.disruptionBudget" . }}
{{- if and .values.autoscaling.enabled (not .root.Values.maintenance) }}
---
{{ include (ternary "dripline.scaledObject" "dripline.autoscaler" (eq (get .values.autoscaling "type") "keda")) . }}
{{- end }}
{{- end }}

{{- define "dripline.deployment" -}}
{{- $spec := include "dripline.podSpec" . -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "dripline.name" . }}
  labels:
    {{- include "dripline.labels" . | nindent 4 }}
  {{- with .root.Values.deploymentAnnotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  {{- if .root.Values.maintenance }}
  replicas: 0
  {{- else if not .values.autoscaling.enabled }}
  replicas: {{ .values.replicas }}
  {{- end }}
  revisionHistoryLimit: 5
  strategy:
    type: RollingUpdate
    rollingUpdate: { maxUnavailable: 0, maxSurge: 1 }
  selector:
    matchLabels:
      {{- include "dripline.selector" . | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "dripline.podLabels" . | nindent 8 }}
      annotations:
        checksum/config: {{ include "dripline.config" .root | sha256sum }}
        checksum/secrets: {{ include "dripline.secretChecksum" (dict "root" .root "spec" (fromYaml $spec)) }}
        {{- with .root.Values.podAnnotations }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    spec:
      {{- $spec }}
{{- end }}

{{/* Specification of the pods. Takes the same as dripline.workload. */}}
{{- define "dripline.podSpec" -}}
{{- $store := .root.Values.objectStore -}}
{{- $gcs := and .objectStore $store.bucket $store -}}
{{- $s3 := and .objectStore $store.s3.bucket $store.s3 -}}
      {{- include "dripline.pod" . | nindent 6 }}
      terminationGracePeriodSeconds: {{ .graceSeconds }}
      topologySpreadConstraints:
        {{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
        - maxSkew: 1
          topologyKey: {{ . }}
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "dripline.selector" $ | nindent 14 }}
          matchLabelKeys: [pod-template-hash]
        {{- end }}
      containers:
        - name: {{ .name }}
          {{- include "dripline.container" . | nindent 10 }}
          ports:
            {{- with .port }}
            - { name: http, containerPort: {{ . }} }
            {{- end }}
            {{- with .internalPort }}
            - { name: internal, containerPort: {{ . }} }
            {{- end }}
            - { name: ops, containerPort: 9464 }
          envFrom:
            - configMapRef: { name: {{ include "dripline.name" (dict "root" .root "name" "config") }} }
            {{- with .root.Values.extraEnvFrom }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
          env:
            {{- include "dripline.env" (dict "root" .root "values" .values "env" (include "dripline.serviceEnv" .)) | nindent 12 }}
          startupProbe:
            httpGet: { path: /healthz, port: ops }
            periodSeconds: 2
            failureThreshold: 60
          livenessProbe:
            httpGet: { path: /healthz, port: ops }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          readinessProbe:
            httpGet: { path: /readyz, port: ops }
            periodSeconds: 5
            timeoutSeconds: 5
            failureThreshold: 2
          lifecycle:
            preStop: { sleep: { seconds: 5 } }
          resources:
            {{- toYaml .values.resources | nindent 12 }}
          volumeMounts:
            - { name: tmp, mountPath: /tmp }
            {{- if .secretKeys }}
            - { name: credentials, mountPath: /run/credentials, readOnly: true }
            {{- end }}
            {{- if and $gcs $gcs.tokenAudience }}
            - { name: gcs-token, mountPath: /var/run/tokens, readOnly: true }
            {{- end }}
            {{- with .root.Values.extraVolumeMounts }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
      volumes:
        - name: tmp
          emptyDir: { sizeLimit: 256Mi }
        {{- if .secretKeys }}
        {{- $secret := dict "secret" .root.Values.secrets.existingSecret "keys" .secretKeys "optional" .optionalKeys "files" .files "gcs" (and $gcs $gcs.credentialsSecret) "s3" (and $s3 $s3.credentialsSecret) }}
        {{- include "dripline.credentials" $secret | nindent 8 }}
        {{- end }}
        {{- if and $gcs $gcs.tokenAudience }}
        - name: gcs-token
          projected:
            sources:
              - serviceAccountToken: { audience: {{ $gcs.tokenAudience | quote }}, expirationSeconds: 3600, path: gcs }
        {{- end }}
        {{- with .root.Values.extraVolumes }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
{{- end }}

{{/* The chart's environment variables of a service. Takes the same as dripline.workload. */}}
{{- define "dripline.serviceEnv" -}}
{{- $store := .root.Values.objectStore -}}
{{- with .port }}
- { name: PORT, value: {{ . | quote }} }
{{- end }}
{{- with .internalPort }}
- { name: INTERNAL_PORT, value: {{ . | quote }} }
{{- end }}
- { name: OPS_PORT, value: '9464' }
{{- if .database }}{{ include "dripline.databaseEnv" .root }}{{ end }}
{{- if .secretKeys }}
- { name: CREDENTIALS_DIRECTORY, value: /run/credentials }
{{- end }}
{{- if and .objectStore $store.bucket $store.credentialsSecret }}
- { name: GOOGLE_APPLICATION_CREDENTIALS, value: /run/credentials/gcs.json }
{{- end }}
{{- end }}

{{- define "dripline.service" -}}
apiVersion: v1
kind: Service
metadata:
  name: {{ include "dripline.name" . }}
  labels:
    {{- include "dripline.labels" . | nindent 4 }}
  {{- with merge dict (.values.serviceAnnotations | default dict) .root.Values.serviceAnnotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  selector:
    {{- include "dripline.selector" . | nindent 4 }}
  ports:
    {{- with .port }}
    - { name: http, port: {{ . }}, targetPort: http }
    {{- end }}
    {{- with .internalPort }}
    - { name: internal, port: {{ . }}, targetPort: internal }
    {{- end }}
    - { name: ops, port: 9464, targetPort: ops }
{{- end }}

{{- define "dripline.disruptionBudget" -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ include "dripline.name" . }}
  labels:
    {{- include "dripline.labels" . | nindent 4 }}
spec:
  maxUnavailable: 1
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels:
      {{- include "dripline.selector" . | nindent 6 }}
{{- end }}

{{- define "dripline.autoscaler" -}}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ include "dripline.name" . }}
  labels:
    {{- include "dripline.labels" . | nindent 4 }}
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: {{ include "dripline.name" . }} }
  minReplicas: {{ .values.autoscaling.min }}
  maxReplicas: {{ .values.autoscaling.max }}
  {{- with .values.autoscaling.behavior }}
  behavior:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  metrics:
    {{- if .values.autoscaling.backlogSeconds }}
    - type: External
      external:
        metric:
          name: dripline_worker_backlog_seconds
          selector: { matchLabels: { namespace: {{ .root.Release.Namespace }} } }
        target: { type: Value, value: {{ .values.autoscaling.backlogSeconds | quote }} }
    {{- else }}
    - type: Resource
      resource:
        name: cpu
        target: { type: Utilization, averageUtilization: {{ .values.autoscaling.cpuPercent }} }
    {{- end }}
{{- end }}

{{/* KEDA's autoscaler of the worker. The task queues are those of services/contract/src/workflows.ts. */}}
{{- define "dripline.scaledObject" -}}
{{- $temporal := .root.Values.temporal -}}
apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata:
  name: {{ include "dripline.name" . }}
  labels:
    {{- include "dripline.labels" . | nindent 4 }}
spec:
  scaleTargetRef: { name: {{ include "dripline.name" . }} }
  minReplicaCount: {{ .values.autoscaling.min }}
  maxReplicaCount: {{ .values.autoscaling.max }}
  {{- with .values.autoscaling.behavior }}
  advanced:
    horizontalPodAutoscalerConfig:
      behavior:
        {{- toYaml . | nindent 8 }}
  {{- end }}
  triggers:
    {{- range $queue := list "dripline" "dripline-notifications" "dripline-webhooks" }}
    - type: temporal
      metadata:
        endpoint: {{ $temporal.address | quote }}
        namespace: {{ $temporal.namespace | quote }}
        taskQueue: {{ $queue }}
        queueTypes: workflow,activity
        targetQueueSize: {{ $.values.autoscaling.queueSize | quote }}
        {{- with $temporal.tlsServerName }}
        tlsServerName: {{ . | quote }}
        {{- end }}
      {{- with $.values.autoscaling.triggerAuthentication }}
      authenticationRef: { name: {{ . }} }
      {{- end }}
    {{- end }}
{{- end }}
