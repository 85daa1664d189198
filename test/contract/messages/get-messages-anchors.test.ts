import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { makeStream, sendToStream, type Term } from './message-requests.ts'

/** A place by the five messages of the narrow; `gap 2`: the id of a message elsewhere, between 2 and 3. */
type Place = 'newest' | 'oldest' | 'below' | 'beyond' | 'way beyond' | `at ${number}` | `gap ${number}`

/** Which of the five come, and what is said about the ends: anchor, oldest, newest. */
type Row = [what: string, place: Place, before: number, after: number, got: number[], found: string]

const rows: Row[] = [
  [
    'a number | its message is included in addition to num_before and num_after',
    'at 3',
    1,
    1,
    [2, 3, 4],
    'a',
  ],
  ['a number | exactly as many as there are: both ends', 'at 3', 2, 2, [1, 2, 3, 4, 5], 'aon'],
  ['a number | one less before: not the oldest', 'at 3', 1, 2, [2, 3, 4, 5], 'an'],
  ['a number | one less after: not the newest', 'at 3', 2, 1, [1, 2, 3, 4], 'ao'],
  ['a number | one more on either side: both ends', 'at 3', 3, 3, [1, 2, 3, 4, 5], 'aon'],
  ['a number | only before', 'at 3', 1, 0, [2, 3], 'a'],
  ['a number | only after', 'at 3', 0, 1, [3, 4], 'a'],
  ['a number | only before, all of them', 'at 3', 2, 0, [1, 2, 3], 'ao'],
  ['a number | only after, all of them', 'at 3', 0, 2, [3, 4, 5], 'an'],
  ['a number | num_before=num_after=0: just the anchor row', 'at 3', 0, 0, [3], 'a'],
  ['a number | 0/0 at the oldest', 'at 1', 0, 0, [1], 'ao'],
  ['a number | 0/0 at the newest', 'at 5', 0, 0, [5], 'an'],
  ['a number | the oldest with some before', 'at 1', 2, 0, [1], 'ao'],
  ['a number | the newest with some after', 'at 5', 0, 2, [5], 'an'],
  ['a number | the whole from the oldest', 'at 1', 0, 4, [1, 2, 3, 4, 5], 'aon'],
  ['a number | the whole from the newest', 'at 5', 4, 0, [1, 2, 3, 4, 5], 'aon'],
  ['between messages | the closest on either side', 'gap 2', 1, 1, [2, 3], ''],
  ['between messages | 0/0: nothing, and neither end', 'gap 2', 0, 0, [], ''],
  ['between messages | exact counts: both ends', 'gap 2', 2, 3, [1, 2, 3, 4, 5], 'on'],
  ['between messages | one less before', 'gap 2', 1, 3, [2, 3, 4, 5], 'n'],
  ['between messages | one less after', 'gap 2', 2, 2, [1, 2, 3, 4], 'o'],
  ['between messages | only before: the newest is not held', 'gap 2', 2, 0, [1, 2], 'o'],
  ['between messages | only after: the oldest is not held', 'gap 2', 0, 3, [3, 4, 5], 'n'],
  ['below all | from the oldest on', 'below', 3, 2, [1, 2], 'o'],
  ['below all | exact count', 'below', 0, 5, [1, 2, 3, 4, 5], 'on'],
  ['below all | one less', 'below', 0, 4, [1, 2, 3, 4], 'o'],
  ['below all | one more', 'below', 0, 6, [1, 2, 3, 4, 5], 'on'],
  ['below all | 0/0: nothing, and neither end', 'below', 0, 0, [], ''],
  ['below all | only before: nothing, and neither end', 'below', 5, 0, [], ''],
  ['beyond all | up to the newest', 'beyond', 2, 3, [4, 5], 'n'],
  ['beyond all | exact count', 'beyond', 5, 0, [1, 2, 3, 4, 5], 'on'],
  ['beyond all | one less', 'beyond', 4, 0, [2, 3, 4, 5], 'n'],
  ['beyond all | one more', 'beyond', 6, 0, [1, 2, 3, 4, 5], 'on'],
  ['beyond all | 0/0: nothing, and neither end', 'beyond', 0, 0, [], ''],
  ['beyond all | only after: nothing, and neither end', 'beyond', 0, 5, [], ''],
  ['beyond every number there can be', 'way beyond', 1, 1, [5], 'n'],
  ['newest | the last ones', 'newest', 2, 0, [4, 5], 'n'],
  ['newest | nothing comes after', 'newest', 1, 3, [5], 'n'],
  ['newest | exact count', 'newest', 5, 0, [1, 2, 3, 4, 5], 'on'],
  ['oldest | the first ones', 'oldest', 0, 2, [1, 2], 'o'],
  ['oldest | nothing comes before', 'oldest', 3, 1, [1], 'o'],
  ['oldest | exact count', 'oldest', 0, 5, [1, 2, 3, 4, 5], 'on'],
]

describe.each(engines)('Get messages, anchor and found_*, on %s', (engine) => {
  let world: World
  const ids: number[] = []
  const gaps: number[] = []
  const narrow: Term[] = [{ operator: 'stream', operand: 'anchors' }]
  beforeAll(async () => {
    world = await startWorld(engine)
    await makeStream(world.ada, 'anchors')
    await makeStream(world.ada, 'empty')
    gaps.push(await sendToStream(world.ada, 'test', 'elsewhere'))
    for (let count = 1; count <= 5; count += 1) {
      ids.push(await sendToStream(world.ada, 'anchors', `topic ${count}`))
      gaps.push(await sendToStream(world.ada, 'test', 'elsewhere'))
    }
  })
  afterAll(() => world.stop())

  const get = (args: Record<string, unknown>) => world.ada.get('/messages', { narrow, ...args })
  const idsOf = (messages: { id: number }[]) => messages.map(({ id }) => id)

  function anchorAt(place: Place): string | number {
    if (place === 'newest' || place === 'oldest') return place
    if (place === 'below') return gaps[0]!
    if (place === 'beyond') return gaps[5]!
    if (place === 'way beyond') return '99999999999999999'
    const [kind, number] = place.split(' ')
    return kind === 'at' ? ids[Number(number) - 1]! : gaps[Number(number)]!
  }

  it.each(rows)(
    'anchor: %s (%s, %i before, %i after)',
    async (_what, place, num_before, num_after, got, found) => {
      const { body } = await get({ anchor: anchorAt(place), num_before, num_after })
      expect({
        messages: idsOf(body.messages),
        found_anchor: body.found_anchor,
        found_oldest: body.found_oldest,
        found_newest: body.found_newest,
      }).toEqual({
        messages: got.map((number) => ids[number - 1]),
        found_anchor: found.includes('a'),
        found_oldest: found.includes('o'),
        found_newest: found.includes('n'),
      })
    },
  )

  it('an empty narrow holds nothing, so nothing is missing: both ends', async () => {
    for (const anchor of ['newest', 'oldest', 'first_unread', ids[2]!]) {
      const { body } = await get({
        anchor,
        num_before: 1,
        num_after: 1,
        narrow: [{ operator: 'stream', operand: 'empty' }],
      })
      expect(body).toMatchObject({
        messages: [],
        found_anchor: false,
        found_oldest: true,
        found_newest: true,
      })
    }
  })

  it('anchor | echo of the request: the integer used', async () => {
    const used = async (anchor: unknown) => (await get({ anchor, num_before: 1, num_after: 1 })).body.anchor
    expect(await used(ids[2])).toBe(ids[2])
    expect(await used(gaps[2])).toBe(gaps[2])
    expect(await used('oldest')).toBe(0)
    expect(await used('newest')).toBe(10_000_000_000_000_000)
    expect(await used(` +${ids[2]} `)).toBe(ids[2])
  })

  it('history_limited | false: all of the history is there', async () => {
    expect((await get({ anchor: 'newest', num_before: 1, num_after: 0 })).body.history_limited).toBe(false)
  })

  describe('first unread', () => {
    const asked = (args: Record<string, unknown>) =>
      world.ada.get('/messages', { num_before: 1, num_after: 1, ...args })
    const topic = (number: number) => [...narrow, { operator: 'topic', operand: `topic ${number}` }]

    it('use_first_unread_anchor | the first unread message matching the narrow', async () => {
      const { body } = await asked({ use_first_unread_anchor: true, narrow })
      expect(body).toMatchObject({ anchor: ids[0], found_anchor: true, found_oldest: true })
      expect(idsOf(body.messages)).toEqual([ids[0], ids[1]])
      expect((await asked({ use_first_unread_anchor: true, narrow: topic(4) })).body.anchor).toBe(ids[3])
    })

    it('anchor=first_unread | the first unread message of the narrow', async () => {
      expect((await asked({ anchor: 'first_unread', narrow })).body.anchor).toBe(ids[0])
    })

    it('use_first_unread_anchor | wins over an anchor that is sent as well', async () => {
      const { body } = await asked({ use_first_unread_anchor: true, anchor: ids[4], narrow })
      expect(body.anchor).toBe(ids[0])
    })

    it('use_first_unread_anchor | false leaves the anchor alone', async () => {
      const { body } = await asked({ use_first_unread_anchor: false, anchor: ids[4], narrow })
      expect(body.anchor).toBe(ids[4])
    })

    it('use_first_unread_anchor | skips muted topics', async () => {
      const mute = (op: string) =>
        world.ada.patch('/users/me/subscriptions/muted_topics', { stream: 'anchors', topic: 'topic 1', op })
      await mute('add')
      expect((await asked({ use_first_unread_anchor: true, narrow })).body.anchor).toBe(ids[1])
      await mute('remove')
      expect((await asked({ use_first_unread_anchor: true, narrow })).body.anchor).toBe(ids[0])
    })

    it('use_first_unread_anchor | moves on when messages are read', async () => {
      const { body } = await world.ada.get('/streams')
      const { stream_id } = body.streams.find((stream: { name: string }) => stream.name === 'anchors')
      await world.ada.post('/mark_topic_as_read', { stream_id, topic_name: 'topic 1' })
      expect((await asked({ use_first_unread_anchor: true, narrow })).body.anchor).toBe(ids[1])
      await world.ada.post('/mark_stream_as_read', { stream_id })
      const read = await asked({ use_first_unread_anchor: true, narrow })
      expect(read.body).toMatchObject({
        anchor: 10_000_000_000_000_000,
        found_anchor: false,
        found_newest: true,
      })
      expect(idsOf(read.body.messages)).toEqual([ids[4]])
    })
  })
})
