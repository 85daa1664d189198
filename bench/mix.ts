import { readFileSync } from 'node:fs'
import { type CpuTime, costOf, memoryOf, totalOf } from './cpu-time.ts'
import type { Transport } from './crowd.ts'
import { SHARE_OF_POSTS } from './mix-actions.ts'
import { averageAudience, DIVISION, fillOrganization } from './mix-organization.ts'
import { MixPeople, type MixResult } from './mix-people.ts'
import { makePlace } from './places.ts'
import { step } from './progress.ts'
import { reportRow, reportTable } from './report.ts'
import { pause, startSwitchboard } from './servers.ts'
import { judge } from './targets.ts'

const MAX_MEAN_MS = 100
const MAX_P99_MS = 2000
/** Files that the load generator has open besides the connections that wait for events. */
const OTHER_FILES = 1200
/** How long each 2,500 people may take to join. */
const JOIN_TIMEOUT_MS = 120_000
const JOINING = 2500
const usual = {
  people: [1000, 2500, 5000, 7500, 10_000, 15_000],
  messages: 300_000,
  /** Caches fill first, as on a server that has run for a while. */
  settleSeconds: 40,
  /** Posts to everybody are rare, and decide the mean. */
  seconds: 40,
  /** of a person, on average */
  secondsBetweenActions: 20,
}
const smoke = { people: [50], messages: 500, settleSeconds: 0, seconds: 2, secondsBetweenActions: 0.5 }

interface Step extends MixResult {
  people: number
  /** CPU time of an action, by thread */
  cost: CpuTime
  /** of one core */
  serverShare: number
  memory: number
  isHeld: boolean
}

export const benchMix = (isSmoke: boolean) => measureMix('stream', isSmoke)
export const benchMixOfPolls = (isSmoke: boolean) => measureMix('poll', isSmoke)

/** How many active people does one server hold, when they do what people do? */
async function measureMix(transport: Transport, isSmoke: boolean): Promise<void> {
  const sizes = isSmoke ? smoke : usual
  const steps = [...new Set(sizes.people.map((people) => Math.min(people, maxPeople())))]
  step(`an organization of ${steps.at(-1)!.toLocaleString('en')} people`)
  const place = await makePlace((chat, demo) => fillOrganization(chat, demo, steps.at(-1)!, sizes.messages))
  const server = await startSwitchboard(place.dataDir)
  const people = new MixPeople(server.port, transport, sizes.secondsBetweenActions)
  const results: Step[] = []
  let joined = 0
  for (const count of steps) {
    step(`${count.toLocaleString('en')} people`)
    const timeoutMs = JOIN_TIMEOUT_MS * Math.ceil((count - joined) / JOINING)
    if (!(await people.joinUpTo(count, timeoutMs))) {
      step(`${count.toLocaleString('en')} people could not join`)
      break
    }
    joined = count
    await pause(sizes.settleSeconds * 1000)
    const before = server.cpu()
    const result = await people.measure(sizes.seconds)
    const after = server.cpu()
    const serverShare = (totalOf(after) - totalOf(before)) / result.seconds
    const cost = costOf(before, after, result.requests * result.seconds)
    const isHeld = holds(result)
    results.push({ ...result, people: count, cost, serverShare, memory: memoryOf(server.pid), isHeld })
    if (!isHeld) break
  }
  people.leave()
  await server.stop()
  place.remove()
  reportSteps(transport, results)
}

const holds = ({ all, errors, lost }: MixResult) =>
  all.mean < MAX_MEAN_MS && all.p99 < MAX_P99_MS && lost === 0 && errors <= all.count / 1000

/** A client that waits for events is an open file on both sides, of which the system limits the number. */
function maxPeople(): number {
  const limit = /Max open files\s+\S+\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))
  const files = limit ? Number(limit[1]) : Number.POSITIVE_INFINITY
  return Math.floor((files - OTHER_FILES) / DIVISION) * DIVISION
}

function reportSteps(transport: Transport, results: readonly Step[]): void {
  const clients = transport === 'stream' ? 'clients on the stream' : 'clients that poll'
  const ms = (value: number | undefined) => (value === undefined ? '-' : `${value.toFixed(1)} ms`)
  const percent = (share: number) => `${Math.round(share * 100)} %`
  const kinds = ['post', 'switch', 'scroll', 'mark read', 'search', 'delivery']
  const failures = ({ errors, lost }: Step) =>
    [...(errors > 0 ? [`${errors} errors`] : []), ...(lost > 0 ? [`${lost} lost`] : [])].join(', ')
  reportTable({
    title: `Realistic mix, ${clients}, on SQLite: an action every ${usual.secondsBetweenActions} s each, of which ${percent(SHARE_OF_POSTS)} are posts`,
    head: [
      'people',
      'requests/s',
      'deliveries/s',
      'readers per post',
      'mean',
      'p50',
      'p99',
      ...kinds.map((kind) => `p99 ${kind}`),
      'server, of one core',
      'generator',
      'memory',
      'held',
    ],
    rows: results.map((result) => [
      result.people.toLocaleString('en'),
      Math.round(result.requests).toLocaleString('en'),
      Math.round(result.deliveries).toLocaleString('en'),
      averageAudience(result.people).toFixed(0),
      ms(result.all.mean),
      ms(result.all.p50),
      ms(result.all.p99),
      ...kinds.map((kind) => ms(result.kinds[kind]?.p99)),
      percent(result.serverShare),
      percent(result.generator),
      `${Math.round(result.memory)} MB`,
      result.isHeld ? 'yes' : `no ${failures(result)}`.trim(),
    ]),
  })
  const best = results.filter(({ isHeld }) => isHeld).at(-1)
  reportRow({
    question: `people one server holds, ${clients}, with a mean below ${MAX_MEAN_MS} ms and a p99 below ${MAX_P99_MS / 1000} s (CPU time of a request, with its deliveries)`,
    ours: best
      ? `${best.people.toLocaleString('en')}: mean ${ms(best.all.mean)}, p99 ${ms(best.all.p99)}`
      : 'none of the steps',
    figure: best?.people ?? 0,
    ...((best ?? results[0]) && { cost: (best ?? results[0])!.cost }),
    ...(transport === 'stream' && judge('mix on streams', best?.people ?? 0)),
  })
}
