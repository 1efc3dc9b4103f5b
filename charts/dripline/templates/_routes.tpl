{{/* Paths of the public origin and their services, in JSON. */}}
{{- define "dripline.routes" -}}
{{- list
  (dict "path" "/api" "name" "rest-facade" "port" 3000)
  (dict "path" "/graphql" "name" "graphql" "port" 4000)
  (dict "path" "/objects" "name" "graphql" "port" 4000)
  (dict "path" "/webhooks" "name" "graphql" "port" 4000)
  (dict "path" "/" "name" "web" "port" 8080)
  | toJson
}}
{{- end }}
