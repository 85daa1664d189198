import { type Load, load } from '../load.ts'
import type { Requests } from '../request-texts.ts'
import { costOf, type NodeCluster, type Usage } from './node-cluster.ts'

export interface RequestCost {
  perSecond: number
  cost: Usage
  errors: number
}

const WARM_UP_REQUESTS = 10_000

/** The same requests on as many connections in all, however many nodes share them. */
export async function measureRequests(
  { nodes, usage }: NodeCluster,
  path: string,
  request: Omit<Requests, 'url'>,
  connections: number,
  seconds: number,
): Promise<RequestCost> {
  const run = (duration: number): Promise<Load[]> =>
    Promise.all(
      nodes.map(({ url }) =>
        load({
          ...request,
          url: url + path,
          seconds: duration,
          connections: Math.round(connections / nodes.length),
        }),
      ),
    )
  // Each node compiles for itself, and gets as many requests for that as a single one, however busy the machine is.
  for (let warm = 0; warm < WARM_UP_REQUESTS * nodes.length; ) {
    const loads = await run(seconds)
    warm += loads.reduce((sum, each) => sum + each.perSecond * seconds, 0)
  }
  const before = usage()
  const loads = await run(seconds)
  const perSecond = loads.reduce((sum, each) => sum + each.perSecond, 0)
  return {
    perSecond,
    cost: costOf(before, usage(), perSecond * seconds),
    errors: loads.reduce((sum, each) => sum + each.errors, 0),
  }
}
