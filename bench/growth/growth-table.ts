import { reportPlot, reportTable } from '../report.ts'
import type { Cost } from './measure-cost.ts'
import { shapeOf } from './shape-of.ts'

/** Costs by operation, and of each by size. */
export type Costs = Map<string, Map<number, Cost>>

export function noteCost(costs: Costs, operation: string, size: number, cost: Cost): void {
  const known = costs.get(operation) ?? new Map<number, Cost>()
  known.set(size, cost)
  costs.set(operation, known)
}

export function reportGrowth(name: string, what: string, sizes: readonly number[], costs: Costs): void {
  const show = (cost: Cost | undefined) =>
    cost ? `${Math.round(cost.microseconds).toLocaleString('en')} µs, ${cost.p50.toFixed(1)} ms` : '-'
  const points = (bySize: Map<number, Cost>) =>
    sizes.flatMap((size) => {
      const cost = bySize.get(size)
      return cost ? [[size, cost.microseconds] as const] : []
    })
  reportTable({
    title: `Growth by ${what}: processor time of the server for one operation, and p50 with eight at a time`,
    head: ['operation', ...sizes.map((size) => size.toLocaleString('en')), 'grows'],
    rows: [...costs].map(([operation, bySize]) => [
      operation,
      ...sizes.map((size) => show(bySize.get(size))),
      shapeOf(points(bySize)),
    ]),
  })
  reportPlot({
    kind: 'lines',
    name: `growth-${name}`,
    title: `Cost of an operation by ${what}`,
    x: { label: what, scale: 'logarithmic' },
    y: { label: 'µs of processor time', scale: 'logarithmic' },
    lines: [...costs].map(([operation, bySize]) => ({ name: operation, points: points(bySize) })),
  })
}
