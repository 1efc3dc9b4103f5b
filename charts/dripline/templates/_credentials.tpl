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

{{/* Checksum that changes with the secret, so that pods are rolled. Without access to the cluster, set revision instead. */}}
{{- define "dripline.secretChecksum" -}}
{{- $secret := lookup "v1" "Secret" .Release.Namespace .Values.secrets.existingSecret | default dict -}}
{{ print .Values.secrets.revision (get $secret "data" | toJson) | sha256sum }}
{{- end }}
