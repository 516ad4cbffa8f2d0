{{/* Settings derived from other values, as YAML. Any of them can be overridden in config. */}}
{{- define "onboarding.derivedSettings" -}}
{{- $values := .root.Values -}}
ENVIRONMENT: {{ $values.environment }}
{{- if ne .component "migrate" }}
HOST: 0.0.0.0
PORT: 8080
METRICS_PORT: 9464
DRAIN_SECONDS: {{ .part.drainSeconds }}
{{- with $values.plainConnections }}
PLAIN_CONNECTIONS: {{ join "," . }}
{{- end }}
{{- with $values.hosts.portal }}
PORTAL_URL: https://{{ . }}
{{- end }}
{{- with $values.hosts.console }}
CONSOLE_URL: https://{{ . }}
{{- end }}
{{- end }}
{{- if or (eq .component "api") (eq .component "identity") }}
TRUSTED_PROXIES: 1
TOKEN_AUDIENCE: onboarding-api
{{- end }}
{{- if and (eq .component "api") $values.identity.enabled }}
TOKEN_ISSUER: https://{{ $values.hosts.identity }}
TOKEN_JWKS_URL: https://{{ $values.hosts.identity }}/oauth2/jwks
{{- end }}
{{- /* The API needs it for the operators' command, which runs in its pods and invites people. */}}
{{- if or (eq .component "identity") (and (eq .component "api") $values.identity.enabled) }}
ISSUER: https://{{ $values.hosts.identity }}
{{- end }}
{{- with .part.roles }}
WORKER_ROLES: {{ join "," . }}
{{- end }}
{{- with $values.authorities.configMap }}
NODE_EXTRA_CA_CERTS: /etc/onboarding/authorities/{{ $values.authorities.key }}
{{- end }}
{{- end }}

{{/* The environment of a container. Secrets are files, so that they do not appear among the environment variables. */}}
{{- define "onboarding.environment" -}}
{{- $settings := include "onboarding.derivedSettings" . | fromYaml -}}
{{- if ne .component "migrate" }}{{ $settings = mergeOverwrite $settings (deepCopy .root.Values.config) }}{{ end -}}
{{- $settings = mergeOverwrite $settings (deepCopy .part.config) -}}
{{- range $name, $value := $settings }}
- name: {{ $name }}
  value: {{ if kindIs "string" $value }}{{ $value | quote }}{{ else }}{{ $value | toJson | quote }}{{ end }}
{{- end }}
{{- range .part.secrets }}
- name: {{ . }}_FILE
  value: /run/secrets/onboarding/{{ . }}
{{- end }}
{{- end }}
