{{/*
Fields that all pods share. Takes root, name, values of the service, and account: the component whose service account the
pod uses, if it is another one.
*/}}
{{- define "dripline.pod" -}}
serviceAccountName: {{ include "dripline.serviceAccountName" . }}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .root.Values.images.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- range $key := list "nodeSelector" "tolerations" "affinity" }}
{{- with get $.values $key | default (get $.root.Values $key) }}
{{ $key }}:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
{{- with .root.Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
securityContext:
  {{- toYaml .root.Values.podSecurityContext | nindent 2 }}
{{- end }}

{{/* Fields that all containers share. */}}
{{- define "dripline.container" -}}
image: {{ include "dripline.image" (dict "root" .root "name" (.image | default .name)) }}
imagePullPolicy: {{ .root.Values.images.pullPolicy }}
securityContext:
  {{- toYaml .root.Values.securityContext | nindent 2 }}
{{- end }}

{{/* Labels and annotations of all pods. Takes root and name. */}}
{{- define "dripline.podLabels" -}}
{{ include "dripline.labels" . }}
{{- with .root.Values.podLabels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/*
Environment variables of a container. extraEnv replaces the chart's, and that of the service replaces both. Takes root,
values and env: the chart's in YAML.
*/}}
{{- define "dripline.env" -}}
{{- $env := list -}}
{{- range $variables := list (fromYamlArray .env) .root.Values.extraEnv (.values.extraEnv | default list) }}
{{- $names := list -}}
{{- range $variables }}{{ $names = append $names .name }}{{ end }}
{{- $kept := list -}}
{{- range $env }}{{ if not (has .name $names) }}{{ $kept = append $kept . }}{{ end }}{{ end }}
{{- $env = concat $kept $variables }}
{{- end }}
{{- toYaml $env }}
{{- end }}

{{/* Name of the service account of a component. Takes root, name, values and account. */}}
{{- define "dripline.serviceAccountName" -}}
{{ .values.serviceAccount.name | default (include "dripline.name" (dict "root" .root "name" (.account | default .name))) }}
{{- end }}

{{/* Service account of a component, without a token. Takes root, name, values and optional annotations of Helm. */}}
{{- define "dripline.serviceAccount" -}}
{{- if .values.serviceAccount.create -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  name: {{ include "dripline.serviceAccountName" . }}
  labels:
    {{- include "dripline.labels" . | nindent 4 }}
  {{- with merge dict (.annotations | default dict) .values.serviceAccount.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
automountServiceAccountToken: false
{{- end }}
{{- end }}
