{{/* Secrets as files, one per variable: of each secret a pod sees the keys that it needs and no other. Takes secret, keys, and optional (keys that may be missing). */}}
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

{{/* Keys of the secret by which Temporal is reached; it may have each or not. */}}
{{- define "dripline.temporalKeys" -}}
{{ (ternary (list "TEMPORAL_TLS_SERVER_CA_CERT_DATA" "TEMPORAL_TLS_CLIENT_CERT_DATA" "TEMPORAL_TLS_CLIENT_KEY_DATA" "TEMPORAL_API_KEY") list .Values.temporal.tls) | toJson }}
{{- end }}

{{/* Changes when the secret does, so that pods are rolled; revision is for who renders without a cluster. */}}
{{- define "dripline.secretChecksum" -}}
{{- $secret := lookup "v1" "Secret" .Release.Namespace .Values.secrets.existingSecret | default dict -}}
{{ print .Values.secrets.revision (get $secret "data" | toJson) | sha256sum }}
{{- end }}
