{{/* Image of a component: its reference, else its digest, else the tag. Takes root and name. */}}
{{- define "dripline.image" -}}
{{- $images := .root.Values.images -}}
{{- $key := camelcase .name | untitle -}}
{{- $digest := get $images.digests $key -}}
{{- with get $images.references $key -}}
{{ . }}
{{- else -}}
{{ $images.registry }}/{{ .name }}{{ if $digest }}@{{ $digest }}{{ else }}:{{ $images.tag | default .root.Chart.AppVersion }}{{ end }}
{{- end }}
{{- end }}
