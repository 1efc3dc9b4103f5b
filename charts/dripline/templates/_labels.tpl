{{/* Name of a component's objects: RELEASE-COMPONENT, at most 63 characters. Takes root and name. */}}
{{- define "dripline.name" -}}
{{ printf "%s-%s" (.root.Release.Name | trunc 40 | trimSuffix "-") .name }}
{{- end }}

{{/* Selector labels of a component. Must not change, because selectors are immutable. */}}
{{- define "dripline.selector" -}}
app.kubernetes.io/name: dripline
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .name }}
{{- end }}

{{/* Labels of a component's objects. */}}
{{- define "dripline.labels" -}}
{{ include "dripline.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end }}

{{/* URL of a component within the cluster. */}}
{{- define "dripline.url" -}}
http://{{ include "dripline.name" . }}:{{ .port }}
{{- end }}
