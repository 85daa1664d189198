import { memoryOf } from '../process-usage.ts'
import { step } from '../progress.ts'
import { collectGarbage } from './collect-garbage.ts'
import type { JobResult } from './job.ts'
import type { PeerServer } from './peer-server.ts'
import { holdConnected, runJob } from './run-job.ts'

export interface PeerSizes {
  seconds: number
  rounds: number
  /** messages in the archive before anything is measured */
  archive: number
  senders: number
  receivers: number
  connected: number
}

export interface PeerFigures {
  stored: number
  delivered: number
  fullLoad: { p50: number; p99: number }
  steady: { p50: number; p99: number }
  newest: number
  anywhere: number
  memoryKilobytes: number
}

const WINDOW = 16
const READERS = 16
/** They take what is there once, for however many. */
const FIRST_CONNECTED = 100

/** Everything about all of them, in turns, so that the machine's moods hit all alike; medians of the rounds. */
export async function measurePeers(
  servers: readonly PeerServer[],
  sizes: PeerSizes,
): Promise<{ figures: Map<PeerServer, PeerFigures>; commonRate: number }> {
  const { senders, receivers, seconds } = sizes
  const few = { senders, receivers: 0, window: WINDOW }
  const many = { senders, receivers, window: 4 }
  for (const server of servers) {
    step(`${server.name}: ${sizes.archive.toLocaleString('en')} messages into the archive`)
    await runJob(server, few, { kind: 'fill', count: sizes.archive })
    const archived = server.countArchived()
    if (archived !== undefined && archived < sizes.archive) {
      throw new Error(`${server.name} has ${archived} messages where ${sizes.archive} should be archived`)
    }
  }
  const floods = await inTurns(servers, sizes, 'messages stored', (server) =>
    runJob(server, few, { kind: 'flood', seconds }),
  )
  const crowds = await inTurns(servers, sizes, `deliveries to ${receivers} receivers`, (server) =>
    runJob(server, many, { kind: 'flood', seconds }),
  )
  // Half of what the slowest of the synced servers can do: a rate that all of them hold.
  const synced = servers.filter((server) => server.synced)
  const slowest = Math.min(...synced.map((server) => median(crowds.get(server)!, (one) => one.stored)))
  const commonRate = Math.max(1, Math.floor(slowest / 2))
  const steadies = await inTurns(servers, sizes, `${commonRate} messages a second`, (server) =>
    runJob(server, many, { kind: 'steady', perSecond: commonRate, seconds }),
  )
  const readers = { senders: READERS, receivers: 0, window: 1 }
  const newest = await inTurns(servers, sizes, 'newest pages of the archive', (server) =>
    runJob(server, readers, { kind: 'fetch', place: 'newest', seconds }),
  )
  const anywhere = await inTurns(servers, sizes, 'pages anywhere in the archive', (server) =>
    runJob(server, readers, { kind: 'fetch', place: 'anywhere', seconds }),
  )
  const figures = new Map<PeerServer, PeerFigures>()
  for (const server of servers) {
    figures.set(server, {
      stored: median(floods.get(server)!, (one) => one.stored),
      delivered: median(crowds.get(server)!, (one) => one.delivered),
      fullLoad: percentiles(crowds.get(server)!),
      steady: percentiles(steadies.get(server)!),
      newest: median(newest.get(server)!, (one) => one.fetched),
      anywhere: median(anywhere.get(server)!, (one) => one.fetched),
      memoryKilobytes: await measureMemory(server, sizes.connected),
    })
  }
  return { figures, commonRate }
}

async function inTurns(
  servers: readonly PeerServer[],
  { rounds }: PeerSizes,
  what: string,
  measure: (server: PeerServer) => Promise<JobResult>,
): Promise<Map<PeerServer, JobResult[]>> {
  const results = new Map<PeerServer, JobResult[]>(servers.map((server) => [server, []]))
  for (let round = 1; round <= rounds; round += 1) {
    for (const server of servers) {
      step(`${what}, round ${round} of ${rounds}: ${server.name}`)
      results.get(server)!.push(await measure(server))
    }
  }
  return results
}

function median(results: readonly JobResult[], figure: (result: JobResult) => number): number {
  const sorted = results.map(figure).sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)]!
}

const percentiles = (results: readonly JobResult[]) => ({
  p50: median(results, ({ latency }) => latency.p50),
  p99: median(results, ({ latency }) => latency.p99),
})

const settle = () => new Promise((next) => setTimeout(next, 3000))

/** What each of the connected people takes: growth of all processes of the server after the first few, without garbage. */
async function measureMemory(server: PeerServer, connected: number): Promise<number> {
  step(`memory of ${connected.toLocaleString('en')} connected clients: ${server.name}`)
  const memoryWith = async (people: number) => {
    const letGo = await holdConnected(server, people)
    await settle()
    await collectGarbage(server)
    const memory = memoryOf(server.pids)
    letGo()
    await settle()
    return memory
  }
  const before = await memoryWith(FIRST_CONNECTED)
  const grown = (await memoryWith(FIRST_CONNECTED + connected)) - before
  return (grown * 1024) / connected
}
