{{/* Mistakes that would otherwise only show as pods that do not start. */}}
{{- define "onboarding.checks" -}}
{{- $values := .Values -}}
{{- if not $values.image.repository }}{{ fail "image.repository: set it to the repository that you pushed the image to, such as registry.example.com/onboarding" }}{{ end -}}
{{- range list "api" "portal" "console" "identity" }}
{{- if and (not (get $values.hosts .)) (or (eq . "api") $values.identity.enabled) }}
{{- fail (printf "hosts.%s: set it to the host name at which it is reached, such as %s.example.com" . .) }}
{{- end }}
{{- end }}
{{- if and $values.gateway.enabled (not $values.gateway.parentRefs) }}{{ fail "gateway.parentRefs: name the Gateway, such as [{ name: public, namespace: gateways }]" }}{{ end -}}
{{- if and $values.externalSecrets.enabled (not $values.externalSecrets.store.name) }}{{ fail "externalSecrets.store.name: name the SecretStore or ClusterSecretStore that has the secrets" }}{{ end -}}
{{- $secret := .Files.Get "files/secret-settings.yaml" | fromYamlArray -}}
{{- range $place, $config := dict "config" $values.config "api.config" $values.api.config "identity.config" $values.identity.config "worker.config" $values.worker.config }}
{{- range $name, $value := $config }}
{{- if has $name $secret }}{{ fail (printf "%s.%s: this is a secret; put it in the Secret of the service and add its name to secrets" $place $name) }}{{ end }}
{{- end }}
{{- end }}
{{- end }}
