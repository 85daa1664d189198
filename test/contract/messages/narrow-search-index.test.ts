import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMessage } from '../../../src/chat/messages/message-store.ts'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { indexEverything } from './index-everything.ts'
import { makeStream, readIds, sendToStream, type Term } from './message-requests.ts'

const term = (operator: string, operand: unknown, negated = false): Term => ({ operator, operand, negated })
const search = (operand: string, negated = false) => term('search', operand, negated)

describe.each(engines)('Narrow search and its index on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const marks = () =>
    world.chat.database.read
      .selectFrom('search_marks')
      .select(['low', 'high'])
      .where('realm_id', '=', world.demo.realm.id)
      .executeTakeFirst()

  /** The next message gets this id, as if others had been sent before it. */
  const skipTo = (id: number) =>
    world.chat.database.write(world.demo.realm.id, {
      async work(batch) {
        const sequence = await batch.sequence(world.demo.realm.id, 'messages')
        sequence.value = id - 1
      },
    })

  it('few new messages are not worth indexing; everything is found in either state', async () => {
    const first = await sendToStream(world.ada, 'test', 'states', 'alphaword')
    await indexEverything(world)
    expect(await marks()).toEqual({ low: 0, high: first })
    const second = await sendToStream(world.ada, 'test', 'states', 'alphaword')
    expect(await readIds(world.ada, [search('alphaword')])).toEqual([first, second])
    expect(await marks()).toEqual({ low: 0, high: first })
  })

  it('a message that is edited while it is being indexed is found by what it says now', async () => {
    for (let round = 0; round < 20; round += 1) {
      const id = await sendToStream(world.ada, 'test', 'races', `before${round}`)
      const indexing = indexEverything(world)
      // Sometimes before it is read, sometimes between reading and writing, sometimes after.
      for (let turns = 0; turns < round % 7; turns += 1) await new Promise((next) => setImmediate(next))
      await world.ada.patch(`/messages/${id}`, { content: `after${round}` })
      await indexing
      await indexEverything(world)
      expect(await readIds(world.ada, [search(`after${round}`)])).toEqual([id])
      expect(await readIds(world.ada, [search(`before${round}`)])).toEqual([])
      expect((await marks())!.high).toBe(id)
    }
  })

  it('messages that are sent while others are being indexed are found once', async () => {
    for (let round = 0; round < 40; round += 1) {
      const first = await sendToStream(world.ada, 'test', 'races', `during${round}`)
      const sending = Promise.all(
        [1, 2, 3].map(() => sendToStream(world.ada, 'test', 'races', `during${round}`)),
      )
      for (let turns = 0; turns < round % 20; turns += 1) await new Promise((next) => setImmediate(next))
      await indexEverything(world)
      const ids = [first, ...(await sending)].sort((a, b) => a - b)
      await indexEverything(world)
      expect(await readIds(world.ada, [search(`during${round}`)])).toEqual(ids)
      expect((await marks())!.high).toBe(ids.at(-1))
    }
  })

  it('messages from before there was an index are found, and indexed backwards', async () => {
    const ids: number[] = []
    for (const text of ['betaword one', 'betaword two', 'other']) {
      ids.push(await sendToStream(world.ada, 'test', 'old', text))
    }
    const realmId = world.demo.realm.id
    await world.chat.database.write(realmId, {
      async work(batch) {
        const everything = { low: ids[1]!, high: ids[1]! }
        await batch.db.updateTable('search_marks').set(everything).where('realm_id', '=', realmId).execute()
        const table = engine === 'SQLite' ? 'message_index' : 'message_tokens'
        await batch.db.deleteFrom(table).execute()
      },
    })
    expect(await readIds(world.ada, [search('betaword')])).toEqual(ids.slice(0, 2))
    const newest = await sendToStream(world.ada, 'test', 'old', 'betaword three')
    await indexEverything(world)
    expect(await marks()).toEqual({ low: 0, high: newest })
    expect(await readIds(world.ada, [search('betaword')])).toEqual([...ids.slice(0, 2), newest])
    expect(await readIds(world.ada, [search('alphaword')])).toHaveLength(2)
  })

  describe('over many segments of the index', () => {
    const ids: number[] = []
    let stream: number
    beforeAll(async () => {
      stream = await makeStream(world.ada, 'segments', ['ada', 'ben'])
      for (const start of [9_000, 40_000, 70_000, 150_000]) {
        if (start === 150_000) await fill(700)
        await skipTo(start)
        for (let index = 0; index < 3; index += 1) {
          ids.push(
            await sendToStream(
              index === 1 ? world.ben : world.ada,
              'segments',
              `row ${index}`,
              `gamma ${start} part${index}`,
            ),
          )
        }
      }
      await indexEverything(world)
    })

    /** More than are looked at before the index is asked. */
    const fill = (count: number) =>
      world.chat.database.write(world.demo.realm.id, {
        async work(batch) {
          const sequence = await batch.sequence(world.demo.realm.id, 'messages')
          const [row, other] = await batch.db
            .selectFrom('messages')
            .selectAll()
            .where('id', 'in', ids.slice(-2))
            .execute()
          const texts = {
            topic: 'filler',
            topic_key: 'filler',
            content: 'filler',
            rendered_content: '<p>filler</p>',
          }
          for (let index = 0; index < count; index += 1) {
            sequence.value += 1
            await insertMessage(batch.db, { ...(index % 2 ? row! : other!), ...texts, id: sequence.value })
          }
        },
      })

    const page = async (args: object, narrow: Term[] = [search('gamma')]) => {
      const answer = await world.ada.get('/messages', { narrow, ...args })
      const { messages, found_oldest, found_newest, found_anchor } = answer.body
      return { ids: messages.map(({ id }: { id: number }) => id), found_oldest, found_newest, found_anchor }
    }

    it('anchor newest and oldest, page by page', async () => {
      expect(await page({ anchor: 'newest', num_before: 5, num_after: 0 })).toEqual({
        ids: ids.slice(-5),
        found_oldest: false,
        found_newest: true,
        found_anchor: false,
      })
      expect(await page({ anchor: 'oldest', num_before: 0, num_after: 5 })).toEqual({
        ids: ids.slice(0, 5),
        found_oldest: true,
        found_newest: false,
        found_anchor: false,
      })
      expect(await page({ anchor: 'newest', num_before: 12, num_after: 0 })).toMatchObject({
        ids,
        found_oldest: true,
        found_newest: true,
      })
    })

    it('an anchor between: a message that matches, and one that is not there', async () => {
      expect(await page({ anchor: ids[4], num_before: 2, num_after: 2 })).toEqual({
        ids: ids.slice(2, 7),
        found_oldest: false,
        found_newest: false,
        found_anchor: true,
      })
      expect(await page({ anchor: 100_000, num_before: 100, num_after: 1 })).toEqual({
        ids: ids.slice(0, 10),
        found_oldest: true,
        found_newest: false,
        found_anchor: false,
      })
    })

    it('anchor first_unread | the first unread message that matches', async () => {
      await world.ada.post('/messages/flags', { messages: ids.slice(0, 7), op: 'add', flag: 'read' })
      expect(await page({ anchor: 'first_unread', num_before: 0, num_after: 1 })).toMatchObject({
        ids: ids.slice(7, 9),
        found_anchor: true,
      })
    })

    it.each<[string, () => Term[], number[]]>([
      ['stream', () => [term('stream', 'segments')], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
      ['stream by id', () => [term('stream', stream)], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
      ['another stream', () => [term('stream', 'test')], []],
      ['not a stream', () => [term('stream', 'segments', true)], []],
      ['topic', () => [term('topic', 'ROW 2')], [2, 5, 8, 11]],
      ['not a topic', () => [term('topic', 'row 2', true)], [0, 1, 3, 4, 6, 7, 9, 10]],
      ['sender', () => [term('sender', 'ben@example.com')], [1, 4, 7, 10]],
      [
        'stream and sender',
        () => [term('stream', 'segments'), term('sender', 'ben@example.com')],
        [1, 4, 7, 10],
      ],
      ['id', () => [term('id', ids[3])], [3]],
      ['is private', () => [term('is', 'private')], []],
      ['is not private', () => [term('is', 'private', true)], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
      ['is starred', () => [term('is', 'starred')], [5]],
      ['is unread', () => [term('is', 'unread')], [7, 8, 9, 10, 11]],
      ['is resolved', () => [term('is', 'resolved')], []],
      ['has link', () => [term('has', 'link')], []],
      ['has not', () => [term('has', 'link', true)], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
      ['has reaction', () => [term('has', 'reaction')], [8]],
      ['in home', () => [term('in', 'home')], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
      ['streams public', () => [term('streams', 'public')], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
      ['another search', () => [search('part1')], [1, 4, 7, 10]],
      ['a search negated', () => [search('part1', true)], [0, 2, 3, 5, 6, 8, 9, 11]],
      ['both', () => [search('part1', true), search('40000')], [3, 5]],
      [
        'a search of two words negated',
        () => [search('40000 part1', true)],
        [0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11],
      ],
    ])('with %s', async (_name, terms, expected) => {
      await world.ada.post('/messages/flags', { messages: [ids[5]], op: 'add', flag: 'starred' })
      await world.ada.post(`/messages/${ids[8]}/reactions`, { emoji_name: 'smile' })
      const found = await readIds(world.ada, [search('gamma'), ...terms()])
      expect(found.map((id) => ids.indexOf(id))).toEqual(expected)
    })

    it('negated alone | leaves everything else, over all segments', async () => {
      const found = await readIds(world.ada, [term('stream', 'segments'), search('part0', true)])
      expect(found.filter((id) => ids.includes(id))).toEqual(ids.filter((_, index) => index % 3 !== 0))
      const all = await readIds(world.ada)
      expect(await readIds(world.ada, [search('gamma', true)])).toEqual(all.filter((id) => !ids.includes(id)))
    })

    it('an edit, a move of a topic and a deletion are known at once', async () => {
      const [edited, moved, deleted] = [ids[0]!, ids[4]!, ids[11]!]
      await world.ada.patch(`/messages/${edited}`, { content: 'deltaword' })
      expect(await readIds(world.ada, [search('deltaword')])).toEqual([edited])
      expect(await readIds(world.ada, [search('gamma 9000 part0')])).toEqual([])
      await world.ben.patch(`/messages/${moved}`, { topic: 'epsilonword', propagate_mode: 'change_all' })
      const taken = [1, 4, 7, 10].map((index) => ids[index])
      expect(await readIds(world.ada, [search('epsilonword')])).toEqual(taken)
      expect(await readIds(world.ada, [search('gamma'), term('topic', 'epsilonword')])).toEqual(taken)
      expect(await readIds(world.ada, [search('gamma'), term('topic', 'row 1')])).toEqual([])
      await world.ada.delete(`/messages/${deleted}`)
      expect(await readIds(world.ada, [search('150000')])).toEqual(ids.slice(9, 11))
      const table = engine === 'SQLite' ? 'message_index' : 'message_tokens'
      const { count } = await world.chat.database.read
        .selectFrom(table)
        .select((build) => build.fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
      const messages = await world.chat.database.read.selectFrom('messages').select('id').execute()
      expect(Number(count)).toBe(messages.length)
    })
  })
})
