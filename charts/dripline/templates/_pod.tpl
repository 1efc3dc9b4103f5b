{{/* Fields that all pods share. Takes root and name. */}}
{{- define "dripline.pod" -}}
serviceAccountName: {{ include "dripline.name" . }}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .root.Values.images.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile: { type: RuntimeDefault }
{{- end }}

{{/* Fields that all containers share. */}}
{{- define "dripline.container" -}}
image: {{ include "dripline.image" (dict "root" .root "name" (.image | default .name)) }}
imagePullPolicy: {{ .root.Values.images.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{/* Service account of a component, without a token. Takes root, name and optional annotations. */}}
{{- define "dripline.serviceAccount" -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  name: {{ include "dripline.name" . }}
  labels:
    {{- include "dripline.labels" . | nindent 4 }}
  {{- with .annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
automountServiceAccountToken: false
{{- end }}
