{{/* Volume with secrets as files, one per variable. A pod sees only the keys that it needs. Takes secret, keys, and optional (keys that may be missing). */}}
{{- define "dripline.credentials" -}}
- name: credentials
  projected:
    defaultMode: 0440
    sources:
      - secret:
          name: {{ .secret }}
          items:
            {{- range .keys }}
            - { key: {{ . }}, path: {{ . }} }
            {{- end }}
      {{- with .optional }}
      - secret:
          name: {{ $.secret }}
          optional: true
          items:
            {{- range . }}
            - { key: {{ . }}, path: {{ . }} }
            {{- end }}
      {{- end }}
      {{- with .gcs }}
      - secret:
          name: {{ . }}
          items:
            - { key: gcs.json, path: gcs.json }
      {{- end }}
{{- end }}

{{/* Optional secret keys for the connection to Temporal. */}}
{{- define "dripline.temporalKeys" -}}
{{ (ternary (list "TEMPORAL_TLS_SERVER_CA_CERT_DATA" "TEMPORAL_TLS_CLIENT_CERT_DATA" "TEMPORAL_TLS_CLIENT_KEY_DATA" "TEMPORAL_API_KEY") list .Values.temporal.tls) | toJson }}
{{- end }}

{{/*
Checksum that changes with every Secret that a pod mounts or reads variables from, so that pods are rolled. Without access to
the cluster, set secrets.revision instead. Takes root and spec, the pod's.
*/}}
{{- define "dripline.secretChecksum" -}}
{{- $names := list -}}
{{- range .spec.volumes }}
{{- with .secret }}{{ $names = append $names .secretName }}{{ end }}
{{- range dig "projected" "sources" list . }}{{ with .secret }}{{ $names = append $names .name }}{{ end }}{{ end }}
{{- end }}
{{- range .spec.containers }}
{{- range .envFrom }}{{ with .secretRef }}{{ $names = append $names .name }}{{ end }}{{ end }}
{{- range .env }}{{ with dig "valueFrom" "secretKeyRef" dict . }}{{ $names = append $names .name }}{{ end }}{{ end }}
{{- end }}
{{- $data := dict -}}
{{- range $names }}{{ $_ := set $data . (get (lookup "v1" "Secret" $.root.Release.Namespace . | default dict) "data") }}{{ end }}
{{- print .root.Values.secrets.revision (toJson $data) | sha256sum }}
{{- end }}
