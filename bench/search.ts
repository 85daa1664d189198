import { requestText } from './connection.ts'
import { authorizationOf } from './fill-chat.ts'
import { type Load, load } from './load.ts'
import { makeArchive, strangers } from './places.ts'
import { step } from './progress.ts'
import { characters, createRandom, pick, vocabulary } from './random.ts'
import { reportRow } from './report.ts'
import { type Server, startSwitchboard, startSyncedPostgres } from './servers.ts'

const usual = { SQLite: 1_000_000, PostgreSQL: 200_000, searches: 150 }
const smoke = { SQLite: 4000, PostgreSQL: 500, searches: 3 }
const DIFFERENT = 50
const MAX_RATIO = 10

type Scope = 'all' | 'stream' | 'quiet' | 'middle'
type Kind = [name: string, scope: Scope, queries: readonly string[]]

/** How much slower is a search than a page of as many messages in the same place? One after the other. */
export async function benchSearch(isSmoke: boolean): Promise<void> {
  const sizes = isSmoke ? smoke : usual
  for (const engine of ['SQLite', 'PostgreSQL'] as const) {
    const postgres = engine === 'PostgreSQL' ? await startSyncedPostgres() : undefined
    const place = await makeArchive(sizes[engine], postgres?.settings)
    const ours = await startSwitchboard(place.dataDir, {
      ...(postgres && { settings: postgres.settings, postgresPid: postgres.pid }),
    })
    await measureKinds(ours, engine, sizes[engine], sizes.searches)
    await ours.stop()
    await postgres?.stop()
    place.remove()
  }
}

async function measureKinds(server: Server, engine: string, stored: number, searches: number): Promise<void> {
  const random = createRandom(1)
  const measure = async (scope: Scope, queries: readonly (string | undefined)[]): Promise<Load> => {
    let turn = 0
    const next = () =>
      requestText({
        path: pathOf(scope, queries[turn++ % queries.length], stored, random),
        headers: { authorization: authorizationOf(3) },
      })
    const once = (count: number) => load(server, { next, connections: 1, seconds: 60, maxCount: count })
    await once(Math.ceil(searches / 3))
    return once(searches)
  }
  const pages = new Map<Scope, Load>()
  for (const [name, scope, queries] of kindsOf(random)) {
    step(`${engine}: ${name}`)
    const page = pages.get(scope) ?? (await measure(scope, [undefined]))
    pages.set(scope, page)
    const found = await measure(scope, queries)
    const ratio = found.p99 / page.p99
    reportRow({
      question: `search of ${stored.toLocaleString('en')} on ${engine}: ${name}, p99 over that of a page (${scope})`,
      ours: show(found),
      bare: `a page: ${show(page)}`,
      figure: ratio,
      cost: found.cost,
      errors: found.errors,
      target: `<= ${MAX_RATIO}`,
      isMet: ratio <= MAX_RATIO,
    })
  }
}

const show = ({ p50, p99 }: Load) => `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`

function kindsOf(random: () => number): Kind[] {
  const some = (from: number, to: number, make: (word: string) => string = (word) => word) =>
    Array.from({ length: DIFFERENT }, () => make(pick(vocabulary.slice(from, to), random())))
  const word = (from: number, to: number) => pick(vocabulary.slice(from, to), random())
  const character = (to: number) => pick(characters.slice(0, to), random())
  return [
    ['very common words', 'all', some(0, 10)],
    ['common words', 'all', some(20, 200)],
    ['rare words', 'all', some(5000, 60_000)],
    ['words that nobody wrote', 'all', some(0, 60_000, (found) => `q${found}`)],
    ['beginnings of three letters', 'all', some(500, 60_000, (found) => found.slice(0, 3))],
    ['two common words', 'all', some(5, 100, (found) => `${found} ${word(0, 100)}`)],
    ['two words that rarely meet', 'all', some(200, 2000, (found) => `${found} ${word(200, 2200)}`)],
    ['two words that never meet, in 5 % each', 'all', [strangers.join(' ')]],
    ['phrases of common words', 'all', some(0, 50, (found) => `"${found} ${word(0, 50)}"`)],
    [
      'phrases that nobody wrote',
      'all',
      some(100, 2000, (found) => `"${found} ${word(100, 2100)} ${found}"`),
    ],
    ['one Chinese character', 'all', Array.from({ length: DIFFERENT }, () => character(300))],
    [
      'two Chinese characters',
      'all',
      Array.from({ length: DIFFERENT }, () => character(100) + character(100)),
    ],
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
  const anchor = scope === 'middle' ? Math.floor(stored * (0.1 + 0.8 * random())) : 'newest'
  const [before, after] = scope === 'middle' ? [50, 49] : [100, 0]
  const narrow = encodeURIComponent(JSON.stringify(terms))
  return `/api/v1/messages?anchor=${anchor}&num_before=${before}&num_after=${after}&narrow=${narrow}`
}
