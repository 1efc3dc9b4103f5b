{{/* Network policy for the pods of a component. Takes root, name, and the lists ingress and egress. */}}
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

{{/* Pods of a component of this release as a network policy peer, in JSON. Takes root and name. */}}
{{- define "dripline.peer" -}}
{{ dict "podSelector" (dict "matchLabels" (include "dripline.selector" . | fromYaml)) | toJson }}
{{- end }}
