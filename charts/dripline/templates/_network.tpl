{{/* A policy for one component's pods. Takes root, name, and lists of ingress and egress rules. */}}
{{- define "dripline.networkPolicy" -}}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: {{ include "dripline.name" . }}
  labels:
    {{- include "dripline.labels" . | nindent 4 }}
spec:
  podSelector:
    matchLabels:
      {{- include "dripline.selector" . | nindent 6 }}
  policyTypes: [Ingress, Egress]
  ingress: {{ .ingress | default list | toJson }}
  egress: {{ .egress | default list | toJson }}
{{ end }}

{{/* Pods of this release, as a peer in JSON. Takes root and name. */}}
{{- define "dripline.peer" -}}
{{ dict "podSelector" (dict "matchLabels" (include "dripline.selector" . | fromYaml)) | toJson }}
{{- end }}
