{{/* Volume with secrets as files, one per variable. A pod sees only the keys that it needs. Takes secret, keys, optional (keys that may be missing), and files: other secrets, with the path of each key. */}}
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
      {{- range .files }}
      - secret:
          name: {{ .secret }}
          items:
            {{- range $key, $path := .items }}
            - { key: {{ $key }}, path: {{ $path }} }
            {{- end }}
      {{- end }}
      {{- with .gcs }}
      - secret:
          name: {{ . }}
          items:
            - { key: gcs.json, path: gcs.json }
      {{- end }}
      {{- with .s3 }}
      - secret:
          name: {{ . }}
          items:
            - { key: AWS_ACCESS_KEY_ID, path: AWS_ACCESS_KEY_ID }
            - { key: AWS_SECRET_ACCESS_KEY, path: AWS_SECRET_ACCESS_KEY }
      {{- end }}
{{- end }}

{{/* Optional secret keys for the connection to Temporal, without those that come from other secrets. */}}
{{- define "dripline.temporalKeys" -}}
{{- $keys := list -}}
{{- with .Values.temporal }}
{{- if .tls }}
{{- if not .caSecret }}{{ $keys = append $keys "TEMPORAL_TLS_SERVER_CA_CERT_DATA" }}{{ end }}
{{- if not .clientCertSecret }}{{ $keys = concat $keys (list "TEMPORAL_TLS_CLIENT_CERT_DATA" "TEMPORAL_TLS_CLIENT_KEY_DATA") }}{{ end }}
{{- $keys = append $keys "TEMPORAL_API_KEY" }}
{{- end }}
{{- end }}
{{- toJson $keys }}
{{- end }}

{{/* Files of the secrets for the connection to Temporal, in JSON. */}}
{{- define "dripline.temporalFiles" -}}
{{- $files := list -}}
{{- with .Values.temporal.clientCertSecret }}
{{- $files = append $files (dict "secret" . "items" (dict "tls.crt" "TEMPORAL_TLS_CLIENT_CERT_DATA" "tls.key" "TEMPORAL_TLS_CLIENT_KEY_DATA")) }}
{{- end }}
{{- with .Values.temporal.caSecret }}
{{- $files = append $files (dict "secret" . "items" (dict "ca.crt" "TEMPORAL_TLS_SERVER_CA_CERT_DATA")) }}
{{- end }}
{{- toJson $files }}
{{- end }}

{{/* File with the CA certificates of Postgres, in JSON. */}}
{{- define "dripline.databaseFiles" -}}
{{- $files := list -}}
{{- with .Values.database.caSecret }}{{ $files = append $files (dict "secret" . "items" (dict "ca.crt" "database-ca.crt")) }}{{ end }}
{{- toJson $files }}
{{- end }}

{{/* Variables for TLS to Postgres. */}}
{{- define "dripline.databaseEnv" -}}
{{- with .Values.database.sslmode }}
- { name: PGSSLMODE, value: {{ . }} }
{{- end }}
{{- if .Values.database.caSecret }}
- { name: PGSSLROOTCERT, value: /run/credentials/database-ca.crt }
{{- end }}
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
