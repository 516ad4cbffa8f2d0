{{- define "onboarding.name" -}}
{{- if contains "onboarding" .Release.Name }}{{ .Release.Name }}{{ else }}{{ .Release.Name }}-onboarding{{ end -}}
{{- end }}

{{- define "onboarding.image" -}}
{{- $image := .Values.image -}}
{{- if $image.digest }}{{ $image.repository }}@{{ $image.digest }}
{{- else }}{{ $image.repository }}:{{ $image.tag | default .Chart.AppVersion }}{{ end -}}
{{- end }}

{{/* The name of a component: { root, component, group }. A group is one of the worker's Deployments. */}}
{{- define "onboarding.selector" -}}
app.kubernetes.io/name: onboarding
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- with .group }}
onboarding/group: {{ . }}
{{- end }}
{{- end }}

{{- define "onboarding.labels" -}}
{{ include "onboarding.selector" . }}
app.kubernetes.io/version: {{ .root.Values.image.tag | default .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end }}

{{- define "onboarding.part" -}}
{{ include "onboarding.name" .root }}-{{ .component }}{{ with .group }}-{{ . }}{{ end }}
{{- end }}

{{/* The hosts to expose, as a YAML list. */}}
{{- define "onboarding.sites" -}}
{{- range list "api" "portal" "console" "identity" }}
{{- if and (get $.Values.hosts .) (or (ne . "identity") $.Values.identity.enabled) }}
- {{ . }}
{{- end }}
{{- end }}
{{- end }}
