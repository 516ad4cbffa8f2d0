{{/* The pod of a component: { root, component, group, part, arguments }. */}}
{{- define "onboarding.pod" -}}
{{- $pods := .root.Values.pods -}}
metadata:
  # Without the chart version, so that a change to the chart alone does not replace pods.
  labels:
    {{- include "onboarding.selector" . | nindent 4 }}
    {{- with $pods.labels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- with $pods.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  {{- if ne .component "migrate" }}
  serviceAccountName: {{ include "onboarding.name" .root }}-{{ .component }}
  # DRAIN_SECONDS, plus 25 seconds to finish and a margin of 5.
  terminationGracePeriodSeconds: {{ add .part.drainSeconds 30 }}
  {{- else }}
  restartPolicy: Never
  {{- end }}
  automountServiceAccountToken: false
  enableServiceLinks: false
  {{- with .root.Values.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  securityContext:
    runAsNonRoot: true
    {{- with $pods.runAsUser }}
    runAsUser: {{ . }}
    runAsGroup: {{ . }}
    fsGroup: {{ . }}
    {{- end }}
    seccompProfile: { type: RuntimeDefault }
  {{- with $pods.priorityClassName }}
  priorityClassName: {{ . }}
  {{- end }}
  {{- with $pods.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $pods.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $pods.affinity }}
  affinity:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- if ne .component "migrate" }}
  topologySpreadConstraints:
    {{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
    - maxSkew: 1
      topologyKey: {{ . }}
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "onboarding.selector" $ | nindent 10 }}
    {{- end }}
  {{- end }}
  containers:
    - name: {{ .component }}
      image: {{ include "onboarding.image" .root }}
      imagePullPolicy: {{ .root.Values.image.pullPolicy }}
      args: {{ toJson .arguments }}
      env:
        {{- include "onboarding.environment" . | trim | nindent 8 }}
      {{- if ne .component "migrate" }}
      ports:
        - { name: http, containerPort: 8080 }
        - { name: metrics, containerPort: 9464 }
      {{- include "onboarding.probes" . | nindent 6 }}
      {{- end }}
      resources:
        {{- toYaml .part.resources | nindent 8 }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: { drop: [ALL] }
      volumeMounts:
        - { name: tmp, mountPath: /tmp }
        - { name: secrets, mountPath: /run/secrets/onboarding, readOnly: true }
        {{- if .root.Values.authorities.configMap }}
        - { name: authorities, mountPath: /etc/onboarding/authorities, readOnly: true }
        {{- end }}
  volumes:
    - name: tmp
      emptyDir: { sizeLimit: 64Mi }
    - name: secrets
      secret:
        secretName: {{ .part.existingSecret }}
        # Readable by the pod's group only.
        defaultMode: 0440
        items:
          {{- range .part.secrets }}
          - { key: {{ . }}, path: {{ . }} }
          {{- end }}
    {{- with .root.Values.authorities.configMap }}
    - name: authorities
      configMap: { name: {{ . }} }
    {{- end }}
{{- end }}

{{/* A pod that was ready is taken out only after two minutes without the database, so that callers get the service's own 503. Liveness does not query the database, so that pods are not restarted when it is unavailable. */}}
{{- define "onboarding.probes" -}}
startupProbe:
  httpGet: { path: /health/live, port: http }
  periodSeconds: 2
  timeoutSeconds: 2
  failureThreshold: 60
livenessProbe:
  httpGet: { path: /health/live, port: http }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
readinessProbe:
  httpGet: { path: /health/accepting, port: http }
  periodSeconds: 5
  timeoutSeconds: 4
  failureThreshold: 2
{{- end }}
