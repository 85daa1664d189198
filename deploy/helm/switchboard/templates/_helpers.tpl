{{- define "switchboard.name" -}}
{{- printf "%s-switchboard" .Release.Name | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{- define "switchboard.selector" -}}
app.kubernetes.io/name: switchboard
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "switchboard.labels" -}}
{{ include "switchboard.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{- define "switchboard.secret" -}}
{{- .Values.existingSecret | default (include "switchboard.name" .) -}}
{{- end -}}

{{/* More than one server needs PostgreSQL, which this chart cannot see in a secret of yours. */}}
{{- define "switchboard.check" -}}
{{- if and .Values.persistence.existingClaim (gt (int .Values.replicas) 1) -}}
{{- fail "persistence.existingClaim is for one replica: each has a volume of its own" -}}
{{- end -}}
{{- if not .Values.existingSecret -}}
{{- $_ := required "secrets.SECRET_KEY is missing: openssl rand -hex 32" .Values.secrets.SECRET_KEY -}}
{{- if gt (int .Values.replicas) 1 -}}
{{- $_ := required "several replicas need secrets.DATABASE_URL" .Values.secrets.DATABASE_URL -}}
{{- $_ := required "several replicas need secrets.REDIS_URL" .Values.secrets.REDIS_URL -}}
{{- end -}}
{{- end -}}
{{- end -}}
