import { attributesOf, nanoseconds } from './otlp-values.ts'

interface Value {
  value: number
  labels: Readonly<Record<string, string | number | undefined>>
  /** of the parts of a histogram */
  metricName?: string
}

/** As the registry of Prometheus has it. */
export interface ExportedMetric {
  name: string
  help: string
  /** its types and its values differ */
  type: unknown
  values: readonly Value[]
}

/** From the start of the process on, not since the last export. */
const CUMULATIVE = 2

/** The metrics of Prometheus in the form of OTLP. */
export function metricsOf(metrics: readonly ExportedMetric[], startedAt: number, now: number): object[] {
  const times = { startTimeUnixNano: nanoseconds(startedAt), timeUnixNano: nanoseconds(now) }
  return metrics.map(({ name, help, type, values }) => {
    const described = { name, description: help }
    if (String(type) === 'histogram') {
      const dataPoints = histogramsOf(values).map((point) => ({ ...point, ...times }))
      return { ...described, histogram: { aggregationTemporality: CUMULATIVE, dataPoints } }
    }
    const dataPoints = values.map(({ labels, value }) => ({
      attributes: attributesOf(labels),
      asDouble: value,
      ...times,
    }))
    if (String(type) !== 'counter') return { ...described, gauge: { dataPoints } }
    return { ...described, sum: { aggregationTemporality: CUMULATIVE, isMonotonic: true, dataPoints } }
  })
}

/** Prometheus counts everything up to a bound, OTLP what is between two. */
function histogramsOf(values: readonly Value[]): object[] {
  const series = new Map<string, Value[]>()
  for (const one of values) {
    const { le: _, ...labels } = one.labels
    const key = JSON.stringify(labels)
    series.set(key, [...(series.get(key) ?? []), one])
  }
  return [...series].map(([key, parts]) => {
    const partOf = (end: string) => parts.find(({ metricName }) => metricName?.endsWith(end))?.value ?? 0
    const buckets = parts.filter(({ metricName }) => metricName?.endsWith('_bucket'))
    const bounds = buckets.map(({ labels }) => Number(labels.le)).filter(Number.isFinite)
    return {
      attributes: attributesOf(JSON.parse(key)),
      count: String(partOf('_count')),
      sum: partOf('_sum'),
      explicitBounds: bounds,
      bucketCounts: buckets.map(({ value }, place) => String(value - (buckets[place - 1]?.value ?? 0))),
    }
  })
}
