import type { Results } from '../results.ts'
import { assumptions, storedBytes } from './assumptions.ts'
import { type Calculated, calculate } from './calculate.ts'
import type { Figures } from './measured-figures.ts'

const number = (value: number, digits = value < 10 ? 1 : 0) =>
  value.toLocaleString('en', { maximumFractionDigits: digits })
const bytes = (value: number) => {
  const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB']
  const power = Math.min(units.length - 1, Math.floor(Math.log10(value) / 3))
  return `${number(value / 1000 ** power, 1)} ${units[power]}`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

export function describeSimulation(figures: Figures, results: Results): string {
  const once = calculate(figures)
  const more = [2, 10].map((activity) => calculate(figures, activity))
  const assumed = Object.values(figures).filter(({ source }) => source.includes('assumed')).length
  return [
    '# Ten million users',
    `**Calculated, not run.** Nobody has put ten million people on this server. This page multiplies what was measured on one small machine with assumptions about
people; it is made by \`node dist-bench/bench/simulate.js\` after \`npm run bench -- --write\`. Its use is to see what breaks first, not to order machines by.`,
    assumed > 0
      ? `${assumed} of the ${Object.keys(figures).length} figures below are assumed, since their bench has not been run with \`--write\`.`
      : 'All figures of the first table were measured.',
    '## What was measured',
    table(
      ['figure', 'value', 'from'],
      [
        ...Object.values(figures).map(({ name, value, unit, source }) => [
          name,
          `${number(value)} ${unit}`,
          source,
        ]),
        ...Object.entries(storedBytes).map(([name, size]) => [
          `storage of a message in \`${name}\`, with its indexes`,
          bytes(size),
          'PostgreSQL, 3,000 messages of 200 characters',
        ]),
      ],
    ),
    describeMachines(results),
    '## What was assumed',
    table(
      ['', 'assumption'],
      Object.values(assumptions).map(({ text, why }) => [text, why]),
    ),
    '## The busiest hour',
    busiestHour(once, more),
    `"Hashed" is a balancer that sends an organization to ${number(once.hearersHashed)} of the nodes, by its host; any node can serve any request, so this is for speed only. The
other line is a balancer that spreads everything over all nodes.`,
    '## What is needed',
    needed(once, more, figures),
    '## What breaks first',
    ...breaks(once, figures),
  ].join('\n\n')
}

function describeMachines(results: Results): string {
  const used = ['growth-messages', 'growth-connections', 'peers', 'mix'].flatMap((name) => {
    const result = results[name]
    return result
      ? [`${name}: ${result.machine}, ${result.commit}, load before ${result.loadBefore.toFixed(1)}`]
      : []
  })
  return used.length === 0 ? 'No bench of these has been run yet.' : `Machine: ${used.join('; ')}.`
}

type Line = [name: string, show: (one: Calculated) => string]

const lines = (of: readonly Line[], once: Calculated, more: readonly Calculated[]) =>
  table(
    ['', 'as assumed', 'twice the activity', 'ten times'],
    of.map(([name, show]) => [name, show(once), ...more.map(show)]),
  )

function busiestHour(once: Calculated, more: readonly Calculated[]): string {
  return lines(
    [
      ['organizations', (one) => number(one.organizations)],
      ['connected clients', (one) => number(one.clients)],
      ['people who act', (one) => number(one.active)],
      ['actions a second', (one) => number(one.actions)],
      ['of these, posts', (one) => number(one.posts)],
      ['deliveries a second', (one) => number(one.deliveries)],
      ['heartbeats a second', (one) => number(one.heartbeats)],
      ['requests a second, with marks', (one) => number(one.requests)],
      ['writes to the event log a second', (one) => number(one.logWrites)],
      ['nodes that hear of an event, hashed', (one) => number(one.hearersHashed)],
      ['nodes that hear of an event, spread', (one) => number(one.hearers)],
    ],
    once,
    more,
  )
}

function needed(once: Calculated, more: readonly Calculated[], figures: Figures): string {
  return lines(
    [
      ['processor time of the nodes, in cores', (one) => number(one.cores)],
      [
        `processes by the mix (${number(figures.mix.value)} people each, SQLite)`,
        (one) => number(one.processesByMix),
      ],
      ['of it, hearing of events: hashed', (one) => number(one.coresOfHearingHashed)],
      ['of it, hearing of events: spread', (one) => number(one.coresOfHearing)],
      ['nodes (processes): the most of what work, mix and connections need', (one) => number(one.nodes)],
      ['nodes that the connections alone need', (one) => number(one.nodesForConnections)],
      ['memory of connected clients, all nodes', (one) => `${number(one.memoryGigabytes)} GB`],
      ['write transactions a second', (one) => number(one.writes)],
      ['of these, heartbeats: hashed', (one) => number(one.heartbeatWritesHashed)],
      ['of these, heartbeats: spread', (one) => number(one.heartbeatWrites)],
      ['PostgreSQL shards, by writes', (one) => number(one.shardsByWrites)],
      ['messages and their search index, a day', (one) => bytes(one.bytesPerDay)],
      ['the same, a year', (one) => bytes(one.bytesPerDay * 365)],
      ['files, a day', (one) => bytes(one.fileBytesPerDay)],
      ['PostgreSQL shards, by the storage of a year', (one) => number(one.shardsByStorage)],
      ['Redis calls and messages a second', (one) => number(one.redisCalls)],
      ['Redis bytes a second', (one) => bytes(one.redisBytes)],
      ['members of the Redis cluster', (one) => number(one.redisMembers)],
      ['network to clients, a second', (one) => bytes(one.networkBytes)],
      ['posts a second of the largest organization', (one) => number(one.postsOfLargest)],
      ['part of its lane that they fill', (one) => `${number(one.laneShare * 100)} %`],
      ['largest organization that fits into its lane', (one) => `${number(one.largestThatFits)} people`],
    ],
    once,
    more,
  )
}

function breaks(once: Calculated, figures: Figures): string[] {
  const shards = Math.max(once.shardsByWrites, once.shardsByStorage)
  const { largest, connected } = assumptions
  const woken = largest.value * connected.value
  const isMeasured = !figures.lane.source.includes('assumed')
  return [
    `1. **Storage, and of it the files.** ${bytes(once.bytesPerDay * 365)} of messages and ${bytes(once.fileBytesPerDay * 365)} of files a year. With several servers the bytes of files are in
PostgreSQL: simple to run and to back up together, and at this size the first thing that belongs elsewhere (an object store behind \`platform/contents\`; not built).`,
    `2. **Writes of one PostgreSQL.** ${number(once.writes)} transactions a second are ${number(once.shardsByWrites)} shards, with the storage of a year ${number(shards)}. Most are marks of what was read; they cost
a row each. Organizations are independent, so they can be spread over installations or shards (the plan is in
[operations](operations.md#a-distributed-postgresql)). That is not built into the server, and not tested.`,
    `3. **Clients of one organization on all nodes.** With ${number(once.nodes)} nodes and a balancer that spreads everything, ${number(once.hearers)} nodes hear of each event, and each takes positions of
the log for its own heartbeats: ${number(once.coresOfHearing)} cores and ${number(once.heartbeatWrites)} writes a second, instead of ${number(once.coresOfHearingHashed)} and ${number(once.heartbeatWritesHashed)}. What to do: let the balancer choose by host (nginx: \`split_clients $remote_addr $part\`
and \`hash $host$part consistent\`; HAProxy: \`balance hdr(host)\` with \`hash-balance-factor\`; neither is among the tested files). The server needs no change: any node can serve any request.`,
    `4. **The question to the log before each request** ([decision 14](decisions/0014-several-servers-ask-the-log.md)). Each node asks one small question at a time, at most a few thousand a second;
${number(once.nodes)} nodes together some hundred thousand, over all shards.`,
    `5. **Rate limits in Redis**: one call for each request, ${number(once.requests)} a second, spread over the members by key. If it were too much, nodes could take budgets in portions (not built).`,
    `6. **One very large organization.** Its changes go one after another through its counter: ${isMeasured ? 'measured' : 'assumed'} are ${number(figures.lane.value)} sends a second, so about ${number(once.largestThatFits)} people fit at
this activity. A post to a stream of all ${number(largest.value)} people wakes ${number(woken)} clients: ${number((woken * figures.delivery.value) / 1e6)} seconds of processor time, spread over the nodes that hold them.`,
    'What does not grow with the number of people: a send (one row, whatever the audience), marking (one row), a fetch (by an index); see the growth tables of [the results](../bench/RESULTS.md).',
  ]
}
