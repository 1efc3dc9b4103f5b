{{/* One component's image: by digest where one is given. Takes root and name. */}}
{{- define "dripline.image" -}}
{{- $images := .root.Values.images -}}
{{- $digest := get $images.digests (camelcase .name | untitle) -}}
{{ $images.registry }}/{{ .name }}{{ if $digest }}@{{ $digest }}{{ else }}:{{ $images.tag | default .root.Chart.AppVersion }}{{ end }}
{{- end }}
