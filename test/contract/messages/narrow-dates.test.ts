import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { makeStream, sendToStream, type Term } from './message-requests.ts'

const DAY = 86_400

describe.each(engines)('Messages by date on %s', (engine) => {
  let world: World
  const ids: number[] = []
  /** Midnight (UTC) after each message of the stream. */
  const nights: number[] = []
  beforeAll(async () => {
    world = await startWorld(engine)
    await makeStream(world.ada, 'diary')
    for (let day = 1; day <= 5; day += 1) {
      // At noon: the test may run at midnight.
      const now = Math.floor(world.clock.now() / 1000)
      world.clock.advance(DAY - (now % DAY) + DAY / 2)
      ids.push(await sendToStream(world.ada, 'diary', `day ${day}`))
      await sendToStream(world.ada, 'test', 'elsewhere')
      nights.push(Math.floor(world.clock.now() / 1000 / DAY) * DAY + DAY)
    }
  })
  afterAll(() => world.stop())

  const stream: Term = { operator: 'stream', operand: 'diary' }
  const iso = (seconds: number) => new Date(seconds * 1000).toISOString()
  const date = (seconds: number) => iso(seconds).slice(0, 10)
  async function days(args: Record<string, unknown>) {
    const { body } = await world.ada.get('/messages', { num_before: 0, num_after: 0, ...args })
    return body.messages.map(({ id }: { id: number }) => ids.indexOf(id) + 1)
  }
  const found = (...terms: Term[]) => days({ anchor: 'newest', num_before: 100, narrow: [stream, ...terms] })

  it('after: from the beginning of the day on; before: until then', async () => {
    // The night after the second message begins the day of the third.
    const third = date(nights[1]!)
    expect(await found({ operator: 'after', operand: third })).toEqual([3, 4, 5])
    expect(await found({ operator: 'before', operand: third })).toEqual([1, 2])
    expect(await found({ operator: 'after', operand: third, negated: true })).toEqual([1, 2])
    expect(await found({ operator: 'before', operand: third, negated: true })).toEqual([3, 4, 5])
    expect(
      await found({ operator: 'after', operand: third }, { operator: 'before', operand: date(nights[3]!) }),
    ).toEqual([3, 4])
  })

  it('a time with an offset is exact; beyond both ends there is everything or nothing', async () => {
    const noon = nights[1]! + DAY / 2
    expect(await found({ operator: 'after', operand: iso(noon + 600) })).toEqual([4, 5])
    const elsewhere = iso(noon + 600 + 7200).replace('.000Z', '+02:00')
    expect(await found({ operator: 'after', operand: elsewhere })).toEqual([4, 5])
    expect(await found({ operator: 'after', operand: '1999-12-31' })).toEqual([1, 2, 3, 4, 5])
    expect(await found({ operator: 'before', operand: '1999-12-31' })).toEqual([])
    expect(await found({ operator: 'after', operand: '2999-12-31' })).toEqual([])
  })

  it('a date narrows a search for words', async () => {
    await expect
      .poll(() =>
        found({ operator: 'search', operand: 'day' }, { operator: 'after', operand: date(nights[2]!) }),
      )
      .toEqual([4, 5])
  })

  it('anchor=date: the first message of the narrow at that time or later, else the newest', async () => {
    const at = (seconds: number, args = {}) =>
      days({
        anchor: 'date',
        anchor_date: iso(seconds),
        narrow: [stream],
        num_before: 1,
        num_after: 1,
        ...args,
      })
    expect(await at(nights[1]!)).toEqual([2, 3, 4])
    expect(await at(nights[4]! + DAY)).toEqual([5])
    expect(await at(0)).toEqual([1, 2])
    expect(await days({ anchor: 'date', anchor_date: date(nights[3]!), narrow: [stream] })).toEqual([5])
    const { body } = await world.ada.get('/messages', {
      anchor: 'date',
      anchor_date: iso(nights[1]!),
      narrow: [stream],
      num_before: 0,
      num_after: 0,
    })
    expect(body).toMatchObject({ anchor: ids[2], found_anchor: true })
  })

  it('what is no date is refused', async () => {
    for (const operand of ['yesterday', '2026-13-45', '2026-01-31T12:00']) {
      const { status, body } = await world.ada.get('/messages', {
        anchor: 'newest',
        num_before: 1,
        num_after: 0,
        narrow: [{ operator: 'after', operand }],
      })
      expect([status, body.msg]).toEqual([400, expect.stringContaining('invalid date')])
    }
    const page = { num_before: 1, num_after: 0, anchor: 'date' }
    expect((await world.ada.get('/messages', page)).body.msg).toContain("Missing 'anchor_date'")
    expect((await world.ada.get('/messages', { ...page, anchor_date: 'soon' })).status).toBe(400)
  })
})
