{{/* The objects of api, identity and each group of workers: { root, component, group, part }. */}}
{{- define "onboarding.deployment" -}}
{{- $autoscaled := .part.autoscaling.enabled -}}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "onboarding.part" . }}
  labels:
    {{- include "onboarding.labels" . | nindent 4 }}
spec:
  {{- if not $autoscaled }}
  replicas: {{ .part.replicas }}
  {{- end }}
  revisionHistoryLimit: 5
  # One additional pod at a time, because each one takes database connections.
  strategy:
    rollingUpdate: { maxSurge: 1, maxUnavailable: 0 }
  selector:
    matchLabels:
      {{- include "onboarding.selector" . | nindent 6 }}
  template:
    {{- include "onboarding.pod" (merge (dict "arguments" (list .component)) .) | nindent 4 }}
{{- if $autoscaled }}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ include "onboarding.part" . }}
  labels:
    {{- include "onboarding.labels" . | nindent 4 }}
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: {{ include "onboarding.part" . }} }
  minReplicas: {{ .part.autoscaling.minReplicas }}
  maxReplicas: {{ .part.autoscaling.maxReplicas }}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target: { type: Utilization, averageUtilization: {{ .part.autoscaling.cpuPercent }} }
    {{- if and (eq .component "worker") .part.autoscaling.queueAgeSeconds }}
    {{- $ages := dict
      "webhooks" "onboarding_event_outbox_oldest_seconds"
      "documents" "onboarding_documents_waiting_oldest_seconds"
      "reviews" "onboarding_review_flags_due_oldest_seconds"
      "screening" "onboarding_screening_due_oldest_seconds" }}
    {{- range $role, $metric := $ages }}
    {{- if or (not $.part.roles) (has $role $.part.roles) }}
    - type: External
      external:
        metric:
          name: {{ $metric }}
          selector: { matchLabels: { environment: {{ $.root.Values.environment }} } }
        target: { type: Value, value: {{ $.part.autoscaling.queueAgeSeconds | quote }} }
    {{- end }}
    {{- end }}
    {{- end }}
  behavior:
    scaleDown:
      stabilizationWindowSeconds: 600
      policies: [{ type: Pods, value: 1, periodSeconds: 120 }]
{{- end }}
{{- if .root.Values.podDisruptionBudget.enabled }}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ include "onboarding.part" . }}
  labels:
    {{- include "onboarding.labels" . | nindent 4 }}
spec:
  maxUnavailable: {{ .root.Values.podDisruptionBudget.maxUnavailable }}
  # A pod that is not ready serves no requests, so it can always be evicted.
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels:
      {{- include "onboarding.selector" . | nindent 6 }}
{{- end }}
{{- end }}

{{/* One each for api, identity and worker, regardless of groups: { root, component, part }. */}}
{{- define "onboarding.service" -}}
---
apiVersion: v1
kind: ServiceAccount
metadata:
  name: {{ include "onboarding.part" . }}
  labels:
    {{- include "onboarding.labels" . | nindent 4 }}
  {{- with .part.serviceAccountAnnotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
automountServiceAccountToken: false
---
apiVersion: v1
kind: Service
metadata:
  name: {{ include "onboarding.part" . }}
  labels:
    {{- include "onboarding.labels" . | nindent 4 }}
spec:
  selector:
    {{- include "onboarding.selector" . | nindent 4 }}
  ports:
    {{- if ne .component "worker" }}
    - { name: http, port: 80, targetPort: http }
    {{- end }}
    - { name: metrics, port: 9464, targetPort: metrics }
{{- end }}
