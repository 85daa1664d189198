import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { project } from './built.ts'
import { startSwitchboard } from './child-server.ts'
import { averageAudience, DIVISION } from './mix/memberships.ts'
import { SHARE_OF_POSTS } from './mix/mix-actions.ts'
import type { MixOrder, MixResult } from './mix/mix-job.ts'
import { fillOrganization } from './mix/organization.ts'
import { makePlace } from './place.ts'
import { processorSeconds } from './process-usage.ts'
import { step } from './progress.ts'
import { reportPlot, reportRow, reportTable } from './report.ts'
import { judge } from './targets.ts'
import type { Transport } from './waiting-crowd.ts'

const SECONDS_BETWEEN_ACTIONS = 20
const MEAN_MS = 100
const P99_MS = 2000
/** Files that both processes have open besides what waits for events. */
const OTHER_FILES = 1200
const usual = {
  people: [1000, 2500, 5000, 7500, 10_000, 12_500, 15_000, 17_500, 20_000],
  messages: 1_000_000,
  /** What nobody has looked at for long is read anew by those who come: a server that has run for a while has that behind it. */
  settleSeconds: 30,
  /** Posts to everybody come a few times a minute, and decide about the mean. */
  seconds: 60,
}
const quick = { people: [500, 1000], messages: 20_000, settleSeconds: 3, seconds: 8 }

interface Step extends MixResult {
  serverShare: number
  memory: number
  held: boolean
}

interface MixOptions {
  isQuick: boolean
  /** only steps from here on, and up to there */
  least?: number
  most?: number
  keptIn?: string
}

/** How many active people does one server hold, when they do what people do? */
export async function benchMix(
  transport: Transport,
  { isQuick, least = 0, most: wanted = Number.POSITIVE_INFINITY, keptIn }: MixOptions,
): Promise<void> {
  const sizes = isQuick ? quick : usual
  const possible = [...new Set(sizes.people.map((people) => Math.min(people, mostPeople())))]
  const chosen = possible.filter((people) => people >= least && people <= wanted)
  const steps = chosen.length > 0 ? chosen : possible.slice(0, 1)
  const most = steps.at(-1)!
  step(`an organization of ${most.toLocaleString('en')} people`)
  const place = await makePlace(
    (chat, demo) => fillOrganization(chat, demo, most, sizes.messages),
    {},
    keptIn && join(keptIn, `mix-${most}-${sizes.messages}`),
  )
  const ours = await startSwitchboard(place.dataDir)
  const generator = fork(join(project, 'dist-bench/bench/mix/generate-mix.js'))
  const kill = () => generator.kill('SIGKILL')
  process.once('exit', kill)
  const results: Step[] = []
  try {
    tell(generator, {
      order: 'start',
      port: ours.port,
      secondsBetweenActions: SECONDS_BETWEEN_ACTIONS,
      transport,
    })
    let joined = 0
    for (const people of steps) {
      step(`${people.toLocaleString('en')} people`)
      const { settleSeconds, seconds } = sizes
      tell(generator, { order: 'step', people, settleSeconds, seconds })
      if (!(await answerOf<{ measuring: true }>(generator, people - joined))) {
        step(`${people.toLocaleString('en')} people did not get as far as having registered`)
        break
      }
      joined = people
      const before = processorSeconds(ours.pid)
      const result = await answerOf<MixResult>(generator)
      if (!result) break
      const serverShare = (processorSeconds(ours.pid) - before) / result.seconds
      const held = isHeld(result)
      results.push({ ...result, serverShare, memory: ours.memory(), held })
      if (!held) break
    }
  } finally {
    kill()
    process.removeListener('exit', kill)
    await ours.stop()
    place.remove()
  }
  tellResults(transport, results)
}

const isHeld = ({ all, errors, lost }: MixResult) =>
  all.mean < MEAN_MS && all.p99 < P99_MS && lost === 0 && errors <= all.count / 1000

/** Who waits for events is an open file on both sides; how many there may be is not ours to say. In whole divisions. */
function mostPeople(): number {
  const limit = /Max open files\s+\S+\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))
  const files = limit ? Number(limit[1]) : Number.POSITIVE_INFINITY
  return Math.floor((files - OTHER_FILES) / DIVISION) * DIVISION
}

const tell = (generator: ReturnType<typeof fork>, order: MixOrder) => void generator.send(order)

/** How long to wait for each 2,500 people to join. A server that needs longer does not hold them. */
const LONGEST_MS = 180_000
const JOINING = 2500

/** undefined: it does not come, because the server cannot serve this many. */
function answerOf<Answer>(
  generator: ReturnType<typeof fork>,
  joining = JOINING,
): Promise<Answer | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), LONGEST_MS * Math.ceil(joining / JOINING))
    const ended = (code: number | null) => reject(new Error(`the load generator ended with code ${code}`))
    generator.once('exit', ended)
    generator.once('message', (answer) => {
      clearTimeout(timer)
      generator.removeListener('exit', ended)
      resolve(answer as Answer)
    })
  })
}

function tellResults(transport: Transport, results: readonly Step[]): void {
  const clients = transport === 'stream' ? 'clients on the stream' : 'clients that poll'
  const ms = (value: number | undefined) => (value === undefined ? '-' : `${value.toFixed(1)} ms`)
  const percent = (share: number) => `${Math.round(share * 100)} %`
  const kinds = ['post', 'switch', 'scroll', 'mark read', 'search', 'delivery']
  reportTable({
    title: `Realistic mix, ${clients}, on SQLite: an action every ${SECONDS_BETWEEN_ACTIONS} s each, of which ${percent(SHARE_OF_POSTS)} are posts`,
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
      Math.round(result.all.count / result.seconds - result.deliveries).toLocaleString('en'),
      Math.round(result.deliveries).toLocaleString('en'),
      averageAudience(result.people).toFixed(0),
      ms(result.all.mean),
      ms(result.all.p50),
      ms(result.all.p99),
      ...kinds.map((kind) => ms(result.kinds[kind]?.p99)),
      percent(result.serverShare),
      percent(result.generatorShare),
      `${Math.round(result.memory)} MB`,
      result.held
        ? 'yes'
        : `no${result.errors > 0 ? `, ${result.errors} errors` : ''}${result.lost > 0 ? `, ${result.lost} lost` : ''}`,
    ]),
  })
  const best = results.filter(({ held }) => held).at(-1)
  reportRow({
    question: `people one server holds, ${clients}, with a mean below ${MEAN_MS} ms and a p99 below ${P99_MS / 1000} s`,
    ours: best
      ? `${best.people.toLocaleString('en')}: mean ${ms(best.all.mean)}, p99 ${ms(best.all.p99)}`
      : 'none of the steps',
    bare: 'not compared',
    ratio: best?.people ?? 0,
    ...judge(`mix on ${transport}s`, best?.people ?? 0),
  })
  const line = (name: string, value: (result: Step) => number) => ({
    name,
    points: results.map((result) => [result.people, value(result)] as const),
  })
  const across = (name: string, y: number) => ({
    name,
    isTarget: true,
    points: results.map(({ people }) => [people, y] as const),
  })
  reportPlot({
    kind: 'lines',
    name: `mix-${transport}s`,
    title: `Realistic mix, ${clients}: how long people wait`,
    x: { label: 'active people at once', scale: 'linear' },
    y: { label: 'milliseconds', scale: 'logarithmic' },
    lines: [
      line('mean', ({ all }) => all.mean),
      line('p99', ({ all }) => all.p99),
      line('p99 of deliveries', ({ kinds }) => kinds.delivery?.p99 ?? 0),
      across('mean at most', MEAN_MS),
      across('p99 at most', P99_MS),
    ],
  })
}
