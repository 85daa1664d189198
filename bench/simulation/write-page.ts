import { markdown, type Results } from '../write-results.ts'
import { assumptions, type Calculated, calculate, storedBytes } from './calculate.ts'
import type { Figures } from './measured-figures.ts'

const number = (value: number, digits = value < 10 ? 1 : 0) =>
  value.toLocaleString('en', { maximumFractionDigits: digits })
const bytes = (value: number) => {
  const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB']
  const power = Math.min(units.length - 1, Math.floor(Math.log10(value) / 3))
  return `${number(value / 1000 ** power, 1)} ${units[power]}`
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]) => markdown({ head, rows })

export function describeSimulation(figures: Figures, results: Results): string {
  const once = calculate(figures)
  const more = [2, 10].map((activity) => calculate(figures, activity))
  const assumed = Object.values(figures).filter(({ source }) => source.includes('assumed')).length
  return [
    '# Ten million users',
    'For operators and architects who plan for very large installations.',
    '**Calculated, not run.** Nobody has put ten million people on this server. This page multiplies figures measured on one small machine by assumptions about people. `npm run simulate` writes it from the figures of `npm run bench -- --write`. It shows what breaks first. Do not order machines by it.',
    assumed > 0
      ? `${assumed} of the ${Object.keys(figures).length} figures below are assumed, because their benchmark has not been run with \`--write\`.`
      : 'All figures in the first table were measured.',
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
    `"Hashed" means that the balancer sends an organization to ${number(once.hearersHashed)} of the nodes, chosen by its host. Any node can serve any request, so this is only for speed. "Spread" means that the balancer spreads everything over all nodes.`,
    '## What is needed',
    needed(once, more, figures),
    '## What breaks first',
    ...breaks(once, figures),
  ]
    .map((block) => (block.startsWith('|') ? block : wrap(block)))
    .join('\n\n')
}

/** At 120 columns, as all Markdown here. The rest of a numbered item is indented. */
function wrap(text: string): string {
  const indent = /^\d+\. /.test(text) ? '   ' : ''
  return text.split(' ').reduce((done, word) => {
    const column = done.length - done.lastIndexOf('\n') - 1
    return column + 1 + word.length <= 120 ? `${done} ${word}` : `${done}\n${indent}${word}`
  })
}

function describeMachines(results: Results): string {
  const used = ['send', 'growth-messages', 'growth-connections', 'nodes', 'memory', 'mix'].flatMap((name) => {
    const result = results[name]
    return result
      ? [`${name}: ${result.machine}, ${result.commit}, load before ${result.loadBefore.toFixed(1)}`]
      : []
  })
  return used.length === 0 ? 'None of these benchmarks has been run yet.' : `Machine: ${used.join('; ')}.`
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
      ['active people', (one) => number(one.active)],
      ['actions a second', (one) => number(one.actions)],
      ['of these, posts', (one) => number(one.posts)],
      ['deliveries a second', (one) => number(one.deliveries)],
      ['heartbeats a second', (one) => number(one.heartbeats)],
      ['requests a second, including marks', (one) => number(one.requests)],
      ['writes to the event log a second', (one) => number(one.logWrites)],
      ['nodes that receive an event, hashed', (one) => number(one.hearersHashed)],
      ['nodes that receive an event, spread', (one) => number(one.hearers)],
    ],
    once,
    more,
  )
}

function needed(once: Calculated, more: readonly Calculated[], figures: Figures): string {
  return lines(
    [
      ['CPU time of the nodes, in cores', (one) => number(one.cores)],
      [
        `processes according to the mix (${number(figures.mix.value)} people each, SQLite)`,
        (one) => number(one.processesByMix),
      ],
      ['of this, applying events: hashed', (one) => number(one.coresOfHearingHashed)],
      ['of this, applying events: spread', (one) => number(one.coresOfHearing)],
      ['nodes (processes): the largest of what work, mix and connections need', (one) => number(one.nodes)],
      ['nodes needed for the connections alone', (one) => number(one.nodesForConnections)],
      ['memory of connected clients, all nodes', (one) => `${number(one.memoryGigabytes)} GB`],
      ['write transactions a second', (one) => number(one.writes)],
      ['of these, heartbeats: hashed', (one) => number(one.heartbeatWritesHashed)],
      ['of these, heartbeats: spread', (one) => number(one.heartbeatWrites)],
      ['CPU time of PostgreSQL for the writes, in cores', (one) => number(one.postgresCores)],
      ['PostgreSQL shards, by writes', (one) => number(one.shardsByWrites)],
      ['messages and their search index, a day', (one) => bytes(one.bytesPerDay)],
      ['the same, a year', (one) => bytes(one.bytesPerDay * 365)],
      ['files, a day', (one) => bytes(one.fileBytesPerDay)],
      ['PostgreSQL shards, by the storage of a year', (one) => number(one.shardsByStorage)],
      ['Redis calls and messages a second', (one) => number(one.redisCalls)],
      ['Redis bytes a second', (one) => bytes(one.redisBytes)],
      ['members of the Redis cluster', (one) => number(one.redisMembers)],
      ['network to clients, a second', (one) => bytes(one.networkBytes)],
      ['posts a second in the largest organization', (one) => number(one.postsOfLargest)],
      ['share of its write throughput that they use', (one) => `${number(one.ceilingShare * 100)} %`],
      ['largest organization whose posts fit', (one) => `${number(one.largestThatFits)} people`],
    ],
    once,
    more,
  )
}

function breaks(once: Calculated, figures: Figures): string[] {
  const shards = Math.max(once.shardsByWrites, once.shardsByStorage)
  const { largest, connected } = assumptions
  const woken = largest.value * connected.value
  const isMeasured = !figures.ceiling.source.includes('assumed')
  return [
    `1. **Storage, above all of files.** ${bytes(once.bytesPerDay * 365)} of messages and ${bytes(once.fileBytesPerDay * 365)} of files a year. With several servers, files are stored in PostgreSQL. That is simple to run and to back up, and at this size the first thing to move elsewhere (an object store behind \`platform/contents\`; not built).`,
    `2. **Writes of one PostgreSQL.** ${number(once.writes)} transactions a second need ${number(once.shardsByWrites)} shards, and the storage of a year ${number(shards)}. Most writes are read marks, which cost a row each. Organizations are independent, so they can be spread over installations or shards (the plan is in [operations](operations.md#a-distributed-postgresql)). That is not built into the server, and not tested.`,
    `3. **Clients of one organization on all nodes.** With ${number(once.nodes)} nodes and a balancer that spreads everything, ${number(once.hearers)} nodes receive each event, and each takes log positions for its own heartbeats: ${number(once.coresOfHearing)} cores and ${number(once.heartbeatWrites)} writes a second, instead of ${number(once.coresOfHearingHashed)} and ${number(once.heartbeatWritesHashed)}. To avoid that, let the balancer choose by host (nginx: \`split_clients $remote_addr $part\` and \`hash $host$part consistent\`; HAProxy: \`balance hdr(host)\` with \`hash-balance-factor\`; the tested files do neither). The server needs no change, because any node can serve any request.`,
    `4. **The query for the end of the log before each request** ([decision 14](decisions/0014-several-servers-ask-the-log.md)). Each node runs one small query at a time, at most a few thousand a second. ${number(once.nodes)} nodes together run some hundred thousand, over all shards.`,
    `5. **Rate limits in Redis.** One call per request, ${number(once.requests)} a second, spread over the members by key. If that were too much, nodes could take budgets in portions (not built).`,
    `6. **One very large organization.** Its writes go through its counter one after another. ${isMeasured ? 'We measured' : 'We assume'} ${number(figures.ceiling.value)} sends a second, so about ${number(once.largestThatFits)} people fit at this activity. A post to a stream of all ${number(largest.value)} people wakes ${number(woken)} clients: ${number((woken * figures.delivery.value) / 1e6)} seconds of CPU time, spread over the nodes that hold them.`,
    'Some costs do not grow with the number of people: a send (one row, whatever the audience), marking (one row), a fetch (by an index). See the growth tables in [the results](../bench/RESULTS.md).',
  ]
}
