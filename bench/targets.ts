import type { Row, Table } from './report.ts'
import type { Results } from './results.ts'

interface Target {
  work: string
  /** neither: it is only reported */
  atLeast?: number
  atMost?: number
  digits: number
}

/** What has to be reached. Each is measured in the same run as the bare server that it is compared with. */
const targets = {
  send: { work: 'durable send, relative to bare Fastify', atLeast: 0.45, digits: 2 },
  'newest page': { work: 'newest page of all messages, relative to bare Fastify', atLeast: 0.55, digits: 2 },
  'newest page of a stream': {
    work: 'newest page of a stream, relative to bare Fastify',
    atLeast: 0.55,
    digits: 2,
  },
  'page again': {
    work: 'page in the middle asked for again, relative to bare Fastify',
    atLeast: 0.55,
    digits: 2,
  },
  'page for the first time': {
    work: 'page asked for the first time, relative to bare Fastify',
    atLeast: 0.15,
    digits: 2,
  },
  'fan-out to streams': {
    work: 'fan-out to 1,000 streams, relative to a bare `node:http` stream',
    atLeast: 0.7,
    digits: 2,
  },
  'fan-out to polls': { work: 'fan-out to 1,000 polls, relative to bare polls', atLeast: 0.5, digits: 2 },
  'memory of a stream': { work: 'memory of a waiting stream, in KB', atMost: 20, digits: 1 },
  'memory of a poll': { work: 'memory of a waiting poll, in KB', atMost: 30, digits: 1 },
  'send on three nodes': { work: 'send on three nodes, relative to one', atMost: 1.4, digits: 2 },
  'page on three nodes': { work: 'page on three nodes, relative to one', atMost: 1.4, digits: 2 },
  'poll on three nodes': {
    work: 'delivery to a poll on three nodes, relative to one',
    atMost: 1.4,
    digits: 2,
  },
  'stream on three nodes': {
    work: 'delivery to a stream on three nodes, relative to one',
    atMost: 1.4,
    digits: 2,
  },
  'sends of one organization': {
    work: 'sends of one organization on PostgreSQL, a second',
    atLeast: 5000,
    digits: 0,
  },
  'PostgreSQL of a delivery': {
    work: 'PostgreSQL for a delivery on three nodes, in µs',
    atMost: 60,
    digits: 0,
  },
  'mix on streams': { work: 'realistic mix, clients on the stream: people', atLeast: 15_000, digits: 0 },
  'mix on polls': { work: 'realistic mix, clients that poll: people', digits: 0 },
} as const satisfies Record<string, Target>

export type Goal = keyof typeof targets

/** What a row says about its target. */
export function judge(goal: Goal, value: number): Pick<Row, 'goal' | 'target' | 'met'> {
  const { atLeast, atMost }: Target = targets[goal]
  if (atMost !== undefined) return { goal, target: `<= ${atMost}`, met: value <= atMost }
  return { goal, target: `>= ${atLeast ?? 0}`, met: value >= (atLeast ?? 0) }
}

/** All targets, with what was found. */
export function tableOfTargets(results: Results): Table {
  const rows = Object.values(results).flatMap((result) => result.rows)
  return {
    title: 'Targets',
    head: ['work', 'figure', 'target', ''],
    rows: (Object.keys(targets) as Goal[]).map((goal) => {
      const { work, digits, ...limits }: Target = targets[goal]
      const row = rows.find((one) => one.goal === goal)
      const show = (value: number) =>
        value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
      const hasTarget = limits.atLeast !== undefined || limits.atMost !== undefined
      const target = limits.atMost === undefined ? `>= ${limits.atLeast}` : `<= ${limits.atMost}`
      const verdict = row && hasTarget ? (row.met ? 'met' : '**missed**') : ''
      return [work, row ? show(row.ratio) : 'not measured', hasTarget ? target : 'reported only', verdict]
    }),
  }
}
