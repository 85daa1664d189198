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

{{/* Not empty: the data is in PostgreSQL, so no volume is kept. In a secret of yours, the chart cannot see that. */}}
{{- define "switchboard.postgres" -}}
{{- if or .Values.secrets.DATABASE_URL (not .Values.persistence.enabled) -}}
yes
{{- end -}}
{{- end -}}

{{- define "switchboard.check" -}}
{{- if and .Values.persistence.existingClaim (include "switchboard.postgres" .) -}}
{{- fail "persistence.existingClaim is for SQLite: with PostgreSQL, no volume is kept" -}}
{{- end -}}
{{- if and (gt (int .Values.replicas) 1) (not (include "switchboard.postgres" .)) -}}
{{- fail "SQLite is for one replica: several need secrets.DATABASE_URL, or persistence.enabled false and DATABASE_URL in existingSecret" -}}
{{- end -}}
{{- if not .Values.existingSecret -}}
{{- $_ := required "secrets.SECRET_KEY is missing: openssl rand -hex 32" .Values.secrets.SECRET_KEY -}}
{{- if include "switchboard.postgres" . -}}
{{- $_ := required "without persistence, secrets.DATABASE_URL is needed" .Values.secrets.DATABASE_URL -}}
{{- end -}}
{{- if gt (int .Values.replicas) 1 -}}
{{- $_ := required "several replicas need secrets.REDIS_URL" .Values.secrets.REDIS_URL -}}
{{- end -}}
{{- end -}}
{{- end -}}
