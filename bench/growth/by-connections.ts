import { join } from 'node:path'
import { authorizationOf } from '../bulk/add-people.ts'
import { type ChildServer, startSwitchboard } from '../child-server.ts'
import { FEW, makeCrowdPlace } from '../crowd-place.ts'
import { Latencies } from '../latencies.ts'
import { processorSeconds } from '../process-usage.ts'
import { step } from '../progress.ts'
import { ask, RawConnection, requestText } from '../raw-connection.ts'
import { ourCrowd, type WaitingCrowd } from '../waiting-crowd.ts'
import { type Costs, noteCost, reportGrowth } from './growth-table.ts'
import type { Cost } from './measure-cost.ts'

const LEAST_ROUNDS = 3

/** What does it cost to send and to deliver when more clients wait, on the stream or by polls? */
export async function growByConnections(
  sizes: readonly number[],
  seconds: number,
  keptIn: string | undefined,
): Promise<void> {
  const costs: Costs = new Map()
  for (const size of sizes) {
    step(`${size.toLocaleString('en')} people who wait`)
    const place = await makeCrowdPlace(size, keptIn && join(keptIn, `connections-${size}`))
    const server = await startSwitchboard(place.dataDir)
    try {
      for (const transport of ['stream', 'poll'] as const) {
        const crowd = ourCrowd(server.port, transport)
        await crowd.joinUpTo(size)
        const few = await measure(server, crowd, 'few', Math.min(FEW, size), seconds)
        const all = await measure(server, crowd, 'all', size, seconds)
        crowd.close()
        const each = { ...all, microseconds: all.microseconds / size }
        noteCost(costs, `${transport}s: send, delivered to ${FEW} of them`, size, few)
        noteCost(costs, `${transport}s: send, delivered to all of them`, size, all)
        noteCost(costs, `${transport}s: the same for each that it is delivered to`, size, each)
      }
    } finally {
      await server.stop()
      place.remove()
    }
  }
  reportGrowth('connections', 'waiting clients', sizes, costs)
}

/** One message after the other, the next when all of them have the last; p50 is until the last one has it. */
async function measure(
  server: ChildServer,
  crowd: WaitingCrowd,
  stream: 'few' | 'all',
  receivers: number,
  seconds: number,
): Promise<Cost> {
  step(`${receivers.toLocaleString('en')} receivers`)
  const sender = new RawConnection(server.port, (error) => {
    throw error
  })
  const form = `type=stream&to=${stream}&topic=growth&content=Who+gets+this+first`
  const text = requestText('POST', '/api/v1/messages', authorizationOf(0), form)
  const round = async () => {
    let missing = receivers
    const heard = new Promise<void>((done) => {
      crowd.onReceipt = () => {
        missing -= 1
        if (missing === 0) done()
      }
    })
    await Promise.all([ask(sender, text), heard])
  }
  for (let warm = 0; warm < LEAST_ROUNDS; warm += 1) await round()
  const latencies = new Latencies()
  const before = processorSeconds(server.pid)
  const end = performance.now() + seconds * 1000
  while (performance.now() < end || latencies.count < LEAST_ROUNDS) {
    const start = performance.now()
    await round()
    latencies.add(performance.now() - start)
  }
  const used = processorSeconds(server.pid) - before
  sender.close()
  return {
    microseconds: (used / latencies.count) * 1e6,
    p50: latencies.percentile(0.5),
    count: latencies.count,
  }
}
