import { join } from 'node:path'
import { addPeopleInBulk, authorizationOf } from '../bulk/add-people.ts'
import { addStreamsInBulk, subscribeInBulk } from '../bulk/add-streams.ts'
import { type ChildServer, startSwitchboard } from '../child-server.ts'
import { Latencies } from '../latencies.ts'
import { lastEventId } from '../peers/our-crowd.ts'
import { makePlace } from '../place.ts'
import { processorSeconds } from '../process-usage.ts'
import { step } from '../progress.ts'
import { ask, RawConnection, requestText } from '../raw-connection.ts'
import { type Costs, noteCost, reportGrowth } from './growth-table.ts'
import type { Cost } from './measure-cost.ts'

const FEW = 50
const LEAST_ROUNDS = 3
const STREAMS = ['few', 'all'] as const

/** What does it cost to send and to deliver when more clients wait? */
export async function growByConnections(
  sizes: readonly number[],
  seconds: number,
  keptIn: string | undefined,
): Promise<void> {
  const costs: Costs = new Map()
  for (const size of sizes) {
    step(`${size.toLocaleString('en')} people who wait`)
    const place = await makePlace(
      async (chat, { realm }) => {
        const firstId = await addPeopleInBulk(chat, realm.id, 0, size)
        const [few, all] = await addStreamsInBulk(chat, realm.id, STREAMS)
        const pairs = Array.from({ length: size }, (_, index) => [firstId + index, all!] as const)
        const fewPairs = pairs.slice(0, FEW).map(([id]) => [id, few!] as const)
        await subscribeInBulk(chat, realm.id, [...pairs, ...fewPairs])
      },
      {},
      keptIn && join(keptIn, `connections-${size}`),
    )
    const server = await startSwitchboard(place.dataDir)
    const crowd = await connectAll(server, size)
    try {
      const few = await measure(server, crowd, 'few', Math.min(FEW, size), seconds)
      noteCost(costs, `send, delivered to ${FEW} of them`, size, few)
      const all = await measure(server, crowd, 'all', size, seconds)
      const each = { ...all, microseconds: all.microseconds / size }
      noteCost(costs, 'send, delivered to all of them', size, all)
      noteCost(costs, 'the same for each that it is delivered to', size, each)
    } finally {
      crowd.close()
      await server.stop()
      place.remove()
    }
  }
  reportGrowth('connections', 'waiting clients', sizes, costs)
}

interface WaitingCrowd {
  onReceipt: () => void
  close(): void
}

async function connectAll(server: ChildServer, size: number): Promise<WaitingCrowd> {
  const connections: RawConnection[] = []
  const crowd: WaitingCrowd = {
    onReceipt: () => {},
    close() {
      for (const connection of connections) connection.close()
    },
  }
  const connectOne = async (index: number) => {
    const authorization = authorizationOf(index)
    const connection = new RawConnection(server.port, (error) => {
      throw error
    })
    connections.push(connection)
    const form = 'event_types=["message"]&fetch_event_types=[]'
    const { body } = await ask(connection, requestText('POST', '/api/v1/register', authorization, form))
    const { queue_id, last_event_id } = JSON.parse(body.toString()) as {
      queue_id: string
      last_event_id: number
    }
    const poll = (last: number) => {
      const path = `/api/v1/events?queue_id=${queue_id}&last_event_id=${last}`
      connection.request(requestText('GET', path, authorization), (status, bytes) => {
        if (status !== 200) throw new Error(`a poll was refused: ${status} ${bytes.toString()}`)
        const text = bytes.toString('latin1')
        if (text.includes('"type":"message"')) crowd.onReceipt()
        poll(lastEventId(text) ?? last)
      })
    }
    poll(last_event_id)
  }
  for (let start = 0; start < size; start += 50) {
    await Promise.all(
      Array.from({ length: Math.min(50, size - start) }, (_, offset) => connectOne(start + offset)),
    )
  }
  return crowd
}

/** One message after the other, the next when all of them have the last; p50 is until the last one has it. */
async function measure(
  server: ChildServer,
  crowd: WaitingCrowd,
  stream: (typeof STREAMS)[number],
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
