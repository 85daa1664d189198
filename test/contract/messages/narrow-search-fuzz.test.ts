import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { indexEverything } from './index-everything.ts'
import { readIds, sendToStream } from './message-requests.ts'

const MESSAGES = 120
/** Words that begin alike, and characters of a script without spaces. */
const words = ['al', 'alb', 'album', 'b', 'be', 'bee', 'Caf\u00e9', 'cafeteria', '42', '421']
const dense = ['\u5317', '\u4eac', '\u5927', '\u5b66']
const gaps = [
  ' ',
  ' ',
  ' ',
  ', ',
  '-',
  '_',
  '.',
  "'",
  ' % ',
  '" ',
  ' \\ ',
  ' :* ',
  ' (',
  ') ',
  ' & ',
  ' ^',
  '~',
]

const pieceOf = (items: readonly string[]) => fc.constantFrom(...items)
const word = fc.oneof({ weight: 4, arbitrary: pieceOf(words) }, { weight: 1, arbitrary: denseRow() })
function denseRow() {
  return fc.array(pieceOf(dense), { minLength: 1, maxLength: 4 }).map((row) => row.join(''))
}
const text = fc
  .array(fc.tuple(word, pieceOf(gaps)), { minLength: 1, maxLength: 8 })
  .map((pairs) => `x${pairs.flat().join('')}x`.replaceAll(/[*_`~]/g, ' '))

/** An implementation that is too slow for more than a test: every row of letters of every text is compared. */
function isIn(topic: string, content: string, query: string): boolean {
  return termsOf(query).every(({ needle, isQuoted }) =>
    [topic, content].some((own) => standsIn(rowsOf(own), rowsOf(needle), isQuoted)),
  )
}

function termsOf(query: string) {
  return [...query.matchAll(/"([^"]+)"|(\S+)/g)]
    .map((match) => ({ needle: (match[1] ?? match[2])!, isQuoted: match[1] !== undefined }))
    .filter(({ needle }) => rowsOf(needle).length > 0)
}

/** Words, and rows of dense characters. */
const rowsOf = (own: string): string[] =>
  own
    .toLowerCase()
    .replaceAll('\u00e9', 'e')
    .match(/[a-z0-9]+|[\u5317\u4eac\u5927\u5b66]+/g) ?? []

function standsIn(rows: readonly string[], wanted: readonly string[], isQuoted: boolean): boolean {
  return rows.some((_, start) =>
    wanted.every((needle, offset) => {
      const row = rows[start + offset]
      if (row === undefined) return false
      const isFirst = offset === 0
      const isLast = offset === wanted.length - 1
      if (!/[a-z0-9]/.test(needle)) {
        // A part of a row: from its beginning unless it is the first, to its end unless it is the last.
        if (isFirst && isLast) return row.includes(needle)
        if (isFirst) return row.endsWith(needle)
        return isLast ? row.startsWith(needle) : row === needle
      }
      return isLast && !isQuoted && needle.length > 1 ? row.startsWith(needle) : row === needle
    }),
  )
}

describe.each(engines)('Narrow search against a slow one on %s', (engine) => {
  let world: World
  const sent: { id: number; topic: string; content: string }[] = []
  beforeAll(async () => {
    world = await startWorld(engine)
    const samples = fc.sample(fc.tuple(text, text), { numRuns: MESSAGES, seed: 5 })
    for (const [index, [first, content]] of samples.entries()) {
      const topic = first.slice(0, 40).trim()
      sent.push({ id: await sendToStream(world.ada, 'test', topic, content), topic, content })
      // Two thirds are indexed, the rest is looked through.
      if (index === 80) await indexEverything(world)
    }
  })
  afterAll(() => world.stop())

  const query = fc
    .array(
      fc.tuple(
        pieceOf(['', '', '"']),
        fc.array(fc.tuple(word, pieceOf(gaps)), { minLength: 1, maxLength: 3 }),
      ),
      {
        minLength: 1,
        maxLength: 3,
      },
    )
    .map((parts) => parts.map(([quote, pairs]) => `${quote}${pairs.flat().join('')}${quote}`).join(' '))

  it('finds the same for any words, also negated', async () => {
    await fc.assert(
      fc.asyncProperty(query, fc.boolean(), async (operand, negated) => {
        const expected = sent.filter(({ topic, content }) => isIn(topic, content, operand) !== negated)
        const narrow = [{ operator: 'search', operand, negated }]
        expect(await readIds(world.ada, narrow)).toEqual(expected.map(({ id }) => id))
      }),
      { numRuns: 150 },
    )
  })

  it('responds to any input without a server error', async () => {
    const typed = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.string({ unit: fc.constantFrom(...'ab"*^:()\'\\%_-+~!&|<>={}[] \t\n'), maxLength: 40 }),
      fc.constantFrom(
        'NEAR(a b)',
        'a AND',
        'NOT',
        '* OR *',
        "'a':*A",
        '"',
        '""',
        '"" ""',
        '\ud800',
        'a\u0001b',
      ),
    )
    await fc.assert(
      fc.asyncProperty(typed, fc.boolean(), async (operand, negated) => {
        fc.pre(!operand.includes('\0'))
        const narrow = [{ operator: 'search', operand, negated }]
        const answer = await world.ada.get('/messages', {
          anchor: 'newest',
          num_before: 5,
          num_after: 0,
          narrow,
        })
        expect(answer.body).toMatchObject({ result: 'success' })
      }),
      { numRuns: 150 },
    )
  })
})
