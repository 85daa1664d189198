import type { Registry } from 'prom-client'

const NAME = 'switchboard_http_request_seconds'
const HELP = 'Response time by route and status; long polls include their waiting.'
const BOUNDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 60]

interface Series {
  labels: { method: string; route: string; status: string }
  /** per bucket, plus one for values above the last bound */
  counts: number[]
  sum: number
}

/** Records a response. */
type Observe = (method: string, route: string, status: number, milliseconds: number) => void

/** A Prometheus histogram. The library's own takes longer to record a response than some responses take. */
export function addResponseTimes(registry: Registry): Observe {
  const all = new Map<string, Series>()
  const metric = {
    name: NAME,
    help: HELP,
    type: 'histogram',
    aggregator: 'sum',
    get: async () => ({ ...metric, values: [...all.values()].flatMap(valuesOf) }),
    reset: () => all.clear(),
  }
  registry.registerMetric(metric as never)
  return (method, route, status, milliseconds) => {
    const key = `${method} ${route} ${status}`
    let series = all.get(key)
    if (!series) {
      const counts = Array.from({ length: BOUNDS.length + 1 }, () => 0)
      series = { labels: { method, route, status: String(status) }, counts, sum: 0 }
      all.set(key, series)
    }
    const seconds = milliseconds / 1000
    let place = 0
    while (place < BOUNDS.length && seconds > BOUNDS[place]!) place += 1
    series.counts[place]! += 1
    series.sum += seconds
  }
}

function valuesOf({ labels, counts, sum }: Series) {
  let count = 0
  const buckets = counts.map((value, place) => {
    count += value
    return { metricName: `${NAME}_bucket`, labels: { le: BOUNDS[place] ?? '+Inf', ...labels }, value: count }
  })
  return [
    ...buckets,
    { metricName: `${NAME}_sum`, labels, value: sum },
    { metricName: `${NAME}_count`, labels, value: count },
  ]
}
