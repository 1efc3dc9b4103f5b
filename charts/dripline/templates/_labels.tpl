{{/* Name of one component's objects: RELEASE-COMPONENT, within the 63 characters of a label. Takes root and name. */}}
{{- define "dripline.name" -}}
{{ printf "%s-%s" (.root.Release.Name | trunc 40 | trimSuffix "-") .name }}
{{- end }}

{{/* Labels by which one component's pods are chosen; they never change. */}}
{{- define "dripline.selector" -}}
app.kubernetes.io/name: dripline
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .name }}
{{- end }}

{{/* All labels of one component's objects. */}}
{{- define "dripline.labels" -}}
{{ include "dripline.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end }}

{{/* Address of one component within the cluster. */}}
{{- define "dripline.url" -}}
http://{{ include "dripline.name" . }}:{{ .port }}
{{- end }}
