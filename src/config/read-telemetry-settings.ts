import type { TelemetrySettings } from '../platform/telemetry/telemetry-settings.ts'
import { trimEnd } from '../platform/trim-characters.ts'
import { ConfigError } from './config-error.ts'
import { address, oneOf } from './setting-values.ts'

const DEFAULT_INTERVAL_MS = 60_000

/** undefined: traces and metrics are sent nowhere. The variables are those that OpenTelemetry defines. */
export function readTelemetrySettings(
  read: (name: string) => string | undefined,
): TelemetrySettings | undefined {
  const endpoint = address('OTEL_EXPORTER_OTLP_ENDPOINT', read('OTEL_EXPORTER_OTLP_ENDPOINT'), [
    'http:',
    'https:',
  ])
  if (endpoint === undefined) return undefined
  oneOf('OTEL_EXPORTER_OTLP_PROTOCOL', read('OTEL_EXPORTER_OTLP_PROTOCOL'), 'http/json', ['http/json'])
  return Object.freeze({
    endpoint: trimEnd(endpoint, '/'),
    headers: readHeaders(read('OTEL_EXPORTER_OTLP_HEADERS')),
    serviceName: read('OTEL_SERVICE_NAME') ?? 'switchboard',
    sampledShare: number('OTEL_TRACES_SAMPLER_ARG', read('OTEL_TRACES_SAMPLER_ARG') ?? '1', 0, 1),
    metricsEveryMs: number(
      'OTEL_METRIC_EXPORT_INTERVAL',
      read('OTEL_METRIC_EXPORT_INTERVAL') ?? String(DEFAULT_INTERVAL_MS),
      1000,
      3_600_000,
    ),
  })
}

function number(name: string, text: string, least: number, most: number): number {
  const value = Number(text)
  if (!/^\d+(\.\d+)?$/.test(text) || value < least || value > most) {
    throw new ConfigError(`${name} must be a number from ${least} to ${most}, not '${text}'.`)
  }
  return value
}

/** `name=value,name=value`, with escapes as in URLs. They hold keys: errors do not show them. */
function readHeaders(text: string | undefined): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {}
  for (const pair of text?.split(',') ?? []) {
    const end = pair.indexOf('=')
    const name = pair.slice(0, end).trim()
    if (end === -1 || !/^[\w-]+$/.test(name)) {
      throw new ConfigError('OTEL_EXPORTER_OTLP_HEADERS must be name=value, separated by commas.')
    }
    headers[name] = decoded(pair.slice(end + 1).trim())
  }
  return Object.freeze(headers)
}

function decoded(value: string): string {
  try {
    const text = decodeURIComponent(value)
    if (/^[\t\x20-\x7e]*$/.test(text)) return text
  } catch {
    // As below.
  }
  throw new ConfigError('OTEL_EXPORTER_OTLP_HEADERS has a value that no header can have.')
}
