import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pruneEvents } from '../../../../src/platform/events/event-store.ts'
import { createLogger } from '../../../../src/platform/logging/log.ts'
import { openProducts } from '../../../../src/server/start/open-products.ts'
import { ACME_KEY } from '../../../../src/telephony/demo/create-demo-companies.ts'
import { nobody, wholeCompany } from '../../../../src/telephony/event-audience.ts'
import { engines } from '../../../harness/engines.ts'
import { SocketClient } from '../../../harness/socket-client.ts'
import { numbersOf, phone, type SocketWorld, startSocketWorld } from './socket-world.ts'

describe.each(engines)('coming back with last_event_id on %s', (engine) => {
  let world: SocketWorld
  beforeAll(async () => {
    world = await startSocketWorld(engine)
  })
  afterAll(() => world.stop())

  const position = () => world.telephony.follower.seen(world.demo.acme.company.id)

  it('first what was missed, in order, then what happens', async () => {
    const from = position()
    await world.announce(wholeCompany, 1, 2)
    await world.announce(nobody, 3)
    await world.announce(wholeCompany, 4)
    const client = await world.asAda({ last_event_id: from })
    expect(client.heard[0]!.payload.last_event_id).toBe(from)
    await client.until(() => numbersOf(client).length === 3, 'the missed ones')
    await world.announce(wholeCompany, 5)
    await client.until(() => numbersOf(client).length === 4, 'the new one')
    expect(numbersOf(client)).toEqual([1, 2, 4, 5])
    expect(client.events.map(({ eventId }) => eventId! - from)).toEqual([1, 2, 4, 5])
  })

  it('who was not to hear it does not hear it later', async () => {
    const from = position()
    await world.announce({ to: 'contacts', contacts: [world.demo.acme.owner.id] }, 1)
    await world.announce(wholeCompany, 2)
    const ben = await world.asBen({ last_event_id: from })
    const hank = await world.asHank({ last_event_id: 0 })
    await ben.untilHeard('extension.subscriber.updated')
    await world.hank.patch('/status/v2/current-user', { main_status: { status: 'away' } })
    await hank.untilHeard('user_status_updated')
    expect(numbersOf(ben)).toEqual([2])
    expect(numbersOf(hank)).toEqual([])
  })

  it('more than one reading of the log', async () => {
    const from = position()
    const numbers = Array.from({ length: 1100 }, (_, index) => index)
    await world.announce(wholeCompany, ...numbers)
    const client = await world.asAda({ last_event_id: from })
    await client.until(() => numbersOf(client).length >= 1100, 'all of them')
    expect(numbersOf(client)).toEqual(numbers)
    expect(client.named('events.missed')).toEqual([])
  })

  it('loses and doubles nothing while others write', { timeout: 60_000 }, async () => {
    const total = 300
    const readers = Array.from({ length: 4 }, () => ({ numbers: [] as number[], last: position() }))
    let written = 0
    const writing = (async () => {
      while (written < total) {
        const several = Math.min(total - written, 1 + (written % 5))
        await world.announce(wholeCompany, ...Array.from({ length: several }, (_, index) => written + index))
        written += several
      }
    })()
    const reading = readers.map(async (reader) => {
      // Comes and goes all the time, and takes a random part of the events each time.
      for (let visits = 0; reader.numbers.length < total && visits < 500; visits += 1) {
        const client = await SocketClient.open(world.url, { token: ACME_KEY, last_event_id: reader.last })
        const enough = 1 + Math.floor(Math.random() * 40)
        await client.until(
          () =>
            client.events.length >= enough ||
            (written === total && client.events.at(-1)?.payload.number === total - 1),
          'some events',
        )
        client.close()
        reader.numbers.push(...numbersOf(client))
        reader.last = client.events.at(-1)!.eventId!
      }
    })
    await Promise.all([writing, ...reading])
    const expected = Array.from({ length: total }, (_, index) => index)
    for (const { numbers } of readers) expect(numbers).toEqual(expected)
  })

  it('what happens while the log is being read is not lost between the log and the live events', async () => {
    const { database } = world.telephony
    const from = position()
    await world.announce(wholeCompany, 1)
    const { read } = database
    const slow = new SlowReading()
    Object.assign(database, { read: read.withPlugin(slow) })
    const client = await world.asAda({ last_event_id: from })
    await client.until(() => slow.isHeldUp, 'the reading')
    Object.assign(database, { read })
    await world.announce(wholeCompany, 2, 3)
    slow.goOn()
    await client.until(() => numbersOf(client).length >= 3, 'all of them')
    await world.announce(wholeCompany, 4)
    await client.until(() => numbersOf(client).at(-1) === 4, 'the live one')
    expect(numbersOf(client)).toEqual([1, 2, 3, 4])
    expect(client.named('events.missed')).toEqual([])
  })

  it('what another process on the same data writes comes once too', async () => {
    const other = await openProducts(world.config, createLogger('error'), world.clock, 'command')
    try {
      const from = position()
      const clients = [await world.asAda()]
      for (let number = 1; number <= 5; number += 1) {
        await other.telephony.transact(world.demo.acme.company.id, async (tx) =>
          tx.announce({
            type: 'extension.subscriber.updated',
            audience: wholeCompany,
            payload: phone(number),
          }),
        )
        // It is in the log already, and this process has yet to notice.
        clients.push(await world.asAda({ last_event_id: from }))
        clients.push(await world.asAda({ last_event_id: from + number }))
      }
      await world.announce(wholeCompany, 6)
      for (const client of clients) await client.until(() => numbersOf(client).at(-1) === 6, 'the last one')
      for (const client of clients) {
        const numbers = numbersOf(client)
        const first = client.heard[0]!.payload.last_event_id - from + 1
        expect(numbers).toEqual([1, 2, 3, 4, 5, 6].slice(first - 1))
        expect(client.named('events.missed')).toEqual([])
      }
    } finally {
      await other.stop()
    }
  })

  it('a position that is not kept any more: events.missed, then what is left', async () => {
    const { telephony, demo, clock } = world
    const companyId = demo.acme.company.id
    const from = position()
    await world.announce(wholeCompany, 1, 2, 3)
    await telephony.database.write(companyId, {
      work: ({ db }) => pruneEvents(db, companyId, from + 2, clock.now() + 1000),
    })
    const client = await world.asAda({ last_event_id: from })
    await client.untilHeard('extension.subscriber.updated')
    expect(client.heard.slice(1)).toEqual([
      {
        name: 'events.missed',
        payload: { last_event_id: from, oldest_event_id: from + 3 },
        eventId: undefined,
      },
      expect.objectContaining({ eventId: from + 3 }),
    ])
    await telephony.database.write(companyId, {
      work: ({ db }) => pruneEvents(db, companyId, from + 3, clock.now() + 1000),
    })
    const later = await world.asAda({ last_event_id: from })
    expect((await later.untilHeard('events.missed'))[0]!.payload.oldest_event_id).toBeNull()
    await world.announce(wholeCompany, 4)
    await later.untilHeard('extension.subscriber.updated')
    expect(numbersOf(later)).toEqual([4])
  })

  it('a position of the future: events.missed, then what happens', async () => {
    const client = await world.asAda({ last_event_id: position() + 1000 })
    await client.untilHeard('events.missed')
    await world.announce(wholeCompany, 1)
    await client.untilHeard('extension.subscriber.updated')
    expect(numbersOf(client)).toEqual([1])
  })
})

/** Holds back what was read from the log until it may go on. */
class SlowReading implements KyselyPlugin {
  isHeldUp = false
  goOn = () => {}
  readonly #mayGoOn = new Promise<void>((resolve) => {
    this.goOn = resolve
  })

  transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => node

  transformResult: KyselyPlugin['transformResult'] = async ({ result }) => {
    if (result.rows.some((row) => 'audience' in row)) {
      this.isHeldUp = true
      await this.#mayGoOn
    }
    return result
  }
}
