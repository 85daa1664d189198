import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { indexEverything } from './index-everything.ts'
import { readMessages, sendToStream } from './message-requests.ts'

const mark = (text: string) => `<span class="highlight">${text}</span>`

type Row = [what: string, content: string, found: readonly string[], missed: readonly string[]]

/** Each message is alone with its words, whichever row it comes from. */
const rows: Row[] = [
  ['whole words', 'aardvark burrow', ['aardvark', 'burrow', 'burrow aardvark'], ['aardvarks', 'ardvark']],
  ['partial words', 'caribou migration', ['carib', 'ca migr', 'caribou migration'], ['aribou', 'caribous']],
  ['one letter is a whole word', 'dingo v9 q', ['q', 'dingo q'], ['v']],
  ['phrases', 'echidna eats ants daily', ['"echidna eats"', '"eats ants daily"'], ['"echidna ants"']],
  ['a phrase is exact to its end', 'ferret tunnels', ['"ferret tunnels"', '"ferret"'], ['"ferret tunn"']],
  ['curly quotes', 'gannet dives deep', ['\u201cgannet dives\u201d'], ['\u201cdives gannet\u201d']],
  ['a quote without its end', 'heron stands', ['"heron', 'heron "stands'], ['"herons']],
  ['joined words stand together', 'ibis-nest.tree_top', ['nest.tree', 'ibis-nest', 'tree_to'], ['ibis.tree']],
  ['addresses', '<https://jackal.example.org/a?b=c>', ['jackal.example.org', 'https://jackal.example'], []],
  ['capital letters', 'KOALA Bears', ['koala', 'KoAlA bEARS'], []],
  ['diacritics', 'caf\u00e9 l\u00e9mur', ['cafe lemur', 'CAF\u00c9', 'cafe\u0301'], ['caff']],
  ['letters that are written as two', 'Stra\u00dfe \u00c6gir \u0142os', ['strasse', 'aegir los'], []],
  ['widths and ligatures', '\uff2d\uff21\uff2e\uff34\uff29\uff33 o\ufb03ce', ['mantis', 'office'], []],
  [
    'Greek and Cyrillic',
    '\u039d\u03b5\u03c1\u03cc\u03c2 \u0401\u0436\u0438\u043a',
    ['\u03bd\u03b5\u03c1\u03bf\u03c3', '\u0435\u0436\u0438\u043a'],
    [],
  ],
  ['Arabic without its vowels', '\u0643\u0650\u062a\u0627\u0628', ['\u0643\u062a\u0627\u0628'], []],
  [
    'Chinese',
    '\u6211\u4eec\u5728\u5317\u4eac\u5927\u5b66',
    ['\u5317\u4eac', '\u4eac', '\u5b66', '\u6211\u4eec\u5728\u5317\u4eac\u5927\u5b66', '"\u4eac\u5927"'],
    ['\u4eac\u5317', '\u5927\u6211'],
  ],
  [
    'Japanese',
    '\u30ab\u30ec\u30fc\u3092\u98df\u3079\u305f',
    ['\u30ec\u30fc', '\u98df\u3079', '\u305f', '\uff76\uff9a\uff70'],
    ['\u30ec\u3092'],
  ],
  [
    'Korean',
    '\uc548\ub155\ud558\uc138\uc694 \uc138\uacc4',
    ['\ud558\uc138', '\uc138\uacc4 \uc548\ub155', '\u1112\u1161\uc138'],
    ['\uc694\uc138'],
  ],
  [
    'Thai',
    '\u0e1b\u0e25\u0e32\u0e17\u0e2d\u0e07',
    ['\u0e17\u0e2d\u0e07', '\u0e1b\u0e25\u0e32'],
    ['\u0e17\u0e07'],
  ],
  [
    'scripts side by side',
    'iphone15\u3092\u8cb7\u3046',
    ['iphone', '\u8cb7\u3046', 'iphone15\u3092\u8cb7'],
    ['iphone\u3092'],
  ],
  [
    'beyond the basic plane',
    '\ud842\udfb7\u91ce\u5bb6',
    ['\ud842\udfb7', '\ud842\udfb7\u91ce'],
    ['\u91ce\ud842\udfb7'],
  ],
  [
    'signs are not letters',
    'narwhal: 100% (sure)',
    ['narwhal 100', '100%', '(sure)', 'narwhal !!! sure'],
    ['narwhal 200%'],
  ],
  [
    'what looks like a query',
    'orca AND NOT near* col:umn ^first',
    ['AND NOT', 'near*', 'col:umn', '^first', 'orca -and', 'NEAR'],
    ['orca OR quokka'],
  ],
  [
    'quotes and backslashes',
    "p'angolin \\ say ''r''",
    ["p'angolin", "''r''", '\\ say', "p'ango"],
    ["p''angolins"],
  ],
  ['emoji by name', 'raccoon :smile:', ['raccoon smile', ':smile:'], []],
  [
    'Markdown is not text',
    '**sal**amander `co_de` [named](http://hidden.example)',
    ['salamander', 'co_de', 'named'],
    ['hidden', 'strong'],
  ],
  [
    'very long words',
    `tapir${'z'.repeat(100)}`,
    [`tapir${'z'.repeat(100)}`, 'tapirz'],
    [`tapir${'y'.repeat(100)}`],
  ],
  [
    'indic vowel signs',
    '\u0928\u092e\u0938\u094d\u0924\u0947',
    ['\u0928\u092e\u0938\u094d\u0924\u0947', '\u0928\u092e\u0938\u094d'],
    ['\u0928\u092e\u0938\u0924'],
  ],
]

describe.each(engines)('Narrow search, which words are found, on %s', (engine) => {
  let world: World
  const ids = new Map<string, number>()
  beforeAll(async () => {
    world = await startWorld(engine)
    for (const [what, content] of rows) ids.set(what, await sendToStream(world.ada, 'test', 'x', content))
  })
  afterAll(() => world.stop())

  const found = async (operand: string): Promise<number[]> =>
    (await readMessages(world.ada, [{ operator: 'search', operand }])).map(({ id }: { id: number }) => id)

  describe.each(['before the index has it', 'from the index'])('%s', (state) => {
    beforeAll(async () => {
      if (state === 'from the index') await indexEverything(world)
    })

    it.each(rows)('%s', async (what, _content, hits, misses) => {
      for (const operand of hits) expect([operand, await found(operand)]).toEqual([operand, [ids.get(what)]])
      for (const operand of misses) expect([operand, await found(operand)]).toEqual([operand, []])
    })

    it('the topic is searched with the content, but no phrase reaches from one into the other', async () => {
      const id = await sendToStream(world.ada, 'test', 'wombat watch', 'wallaby walk')
      if (state === 'from the index') await indexEverything(world)
      expect(await found('wombat wallaby')).toContain(id)
      expect(await found('"watch wallaby"')).toEqual([])
    })

    it('private messages are searched, too', async () => {
      const answer = await world.ada.post('/messages', {
        type: 'private',
        to: ['ben@example.com'],
        content: 'xerus',
      })
      if (state === 'from the index') await indexEverything(world)
      expect(await found('xerus')).toContain(answer.body.id)
    })

    it('nothing to look for: an empty search leaves everything, punctuation alone finds nothing', async () => {
      expect((await found(' ')).length).toBeGreaterThanOrEqual(rows.length)
      expect(await found('?! ...')).toEqual([])
      const negated = await readMessages(world.ada, [{ operator: 'search', operand: '?!', negated: true }])
      expect(negated.length).toBeGreaterThanOrEqual(rows.length)
    })
  })

  it('match_content | whole words, phrases with what is between, parts of rows of characters', async () => {
    const highlighted = async (operand: string) =>
      (await readMessages(world.ada, [{ operator: 'search', operand }])).at(-1).match_content
    expect(await highlighted('carib')).toBe(`<p>${mark('caribou')} migration</p>`)
    expect(await highlighted('"eats ants"')).toBe(`<p>echidna ${mark('eats ants')} daily</p>`)
    expect(await highlighted('salam')).toContain(`<strong>${mark('sal')}</strong>${mark('amander')} `)
    expect(await highlighted('\u5317\u4eac')).toBe(
      `<p>\u6211\u4eec\u5728${mark('\u5317\u4eac')}\u5927\u5b66</p>`,
    )
    expect(await highlighted('cafe')).toBe(`<p>${mark('caf\u00e9')} l\u00e9mur</p>`)
  })

  it('a search that is too long', async () => {
    const narrow = [{ operator: 'search', operand: `"${'a '.repeat(201)}"` }]
    const answer = await world.ada.get('/messages', { anchor: 0, num_before: 0, num_after: 1, narrow })
    expect(answer.body).toMatchObject({ code: 'BAD_NARROW', desc: 'search is too long (limit: 200 words)' })
    expect(await found(`"${'a '.repeat(200)}"`)).toEqual([])
  })
})
