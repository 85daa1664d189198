interface Target {
  work: string
  /** neither: the figure is only reported */
  atLeast?: number
  atMost?: number
  digits: number
}

/** What has to be reached. Ratios are to a bare server in the same run. */
export const targets = {
  send: { work: 'durable send of the web app, relative to bare Fastify', atLeast: 0.4, digits: 2 },
  'cost of a send': {
    work: 'CPU time of a send of the web app, relative to one with curl',
    atMost: 1.5,
    digits: 2,
  },
  'bare send': { work: 'durable send with curl, relative to bare Fastify', atLeast: 0.45, digits: 2 },
  'newest page': { work: 'newest page of all messages, relative to bare Fastify', atLeast: 0.55, digits: 2 },
  'newest page of a stream': {
    work: 'newest page of a stream, relative to bare Fastify',
    atLeast: 0.55,
    digits: 2,
  },
  'page again': {
    work: 'page in the middle requested again, relative to bare Fastify',
    atLeast: 0.6,
    digits: 2,
  },
  'page for the first time': {
    work: 'page requested for the first time, relative to bare Fastify',
    atLeast: 0.2,
    digits: 2,
  },
  'fan-out to streams': {
    work: 'fan-out to 1,000 streams, relative to bare `node:http`',
    atLeast: 0.7,
    digits: 2,
  },
  'fan-out to polls': { work: 'fan-out to 1,000 polls, relative to bare Fastify', atLeast: 0.5, digits: 2 },
  'fan-out to sockets': {
    work: 'fan-out to 1,000 sockets, relative to bare socket.io',
    atLeast: 0.7,
    digits: 2,
  },
  'memory of a stream': { work: 'memory of a waiting stream, in KB', atMost: 20, digits: 1 },
  'memory of a poll': { work: 'memory of a waiting poll, in KB', atMost: 30, digits: 1 },
  'send on three nodes': { work: 'send on three nodes, relative to one', atMost: 1.4, digits: 2 },
  'page on three nodes': { work: 'page on three nodes, relative to one', atMost: 1.25, digits: 2 },
  'poll on three nodes': {
    work: 'delivery to a poll on three nodes, relative to one',
    atMost: 1.25,
    digits: 2,
  },
  'stream on three nodes': {
    work: 'delivery to a stream on three nodes, relative to one',
    atMost: 1.25,
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
  'list of extensions': {
    work: 'page of extensions with a search, relative to bare Fastify',
    atLeast: 0.7,
    digits: 2,
  },
  'list of users': { work: 'page of users of a company, relative to bare Fastify', atLeast: 0.7, digits: 2 },
  'first load of the chat': {
    work: 'first load of the chat with 5,000 people, in ms',
    atMost: 2000,
    digits: 0,
  },
  'first load of People': {
    work: 'first load of the page People with 5,000 users and extensions, in ms',
    atMost: 2000,
    digits: 0,
  },
  'first load of Extensions': {
    work: 'first load of the page Extensions with 5,000 users and extensions, in ms',
    atMost: 2000,
    digits: 0,
  },
  'mix on streams': { work: 'realistic mix, clients on the stream: people', atLeast: 15_000, digits: 0 },
} as const satisfies Record<string, Target>

export type Goal = keyof typeof targets

export interface Judgement {
  goal: Goal
  target: string
  isMet: boolean
}

export function judge(goal: Goal, figure: number): Judgement {
  const { atLeast = 0, atMost }: Target = targets[goal]
  return atMost === undefined
    ? { goal, target: `>= ${atLeast}`, isMet: figure >= atLeast }
    : { goal, target: `<= ${atMost}`, isMet: figure <= atMost }
}

/** A figure of a target, with as many digits as make sense for it. */
export function showFigure(goal: Goal, figure: number): string {
  const { digits }: Target = targets[goal]
  return figure.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}
