import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { engines, makePlace, type Place } from '../../../test/harness/engines.ts'
import { afterAttempts, entriesOf, failedEntriesOf } from '../../../test/harness/outbox-entries.ts'
import { TestClock } from '../../../test/harness/test-clock.ts'
import type { Database } from '../database/database.ts'
import { openDatabase } from '../database/open-database.ts'
import { migrate } from '../database/schema/migrate.ts'
import { createLocalBus } from '../events/bus.ts'
import type { LoggedEvent } from '../events/event-log.ts'
import { createTransact } from '../events/transact.ts'
import { createLogger } from '../logging/log.ts'
import { createOutboxTable } from './create-outbox-table.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { GiveUp, type OutboxEntry, type OutboxHandler } from './outbox-queue.ts'
import type { HeldEntry } from './outbox-writer.ts'

declare module '../database/outbox-table.ts' {
  interface OutboxPayloads {
    example: string
  }
}

const soon = { timeout: 10_000, interval: 10 }
const log = createLogger('silent')

describe.each(engines)('the outbox on %s', (engine) => {
  let place: Place
  let database: Database<object>
  let clock: TestClock
  let servers: { outbox: Outbox; database: Database<object> }[]
  const done: string[] = []
  beforeAll(async () => {
    place = await makePlace(engine)
    database = await openDatabase<object>('outbox', place, log)
    await migrate(database, 'outbox', [{ name: 'outbox', up: createOutboxTable }], new TestClock())
  })
  beforeEach(async () => {
    clock = new TestClock()
    done.length = 0
    servers = []
    await database.write(0, { work: ({ db }) => db.deleteFrom('outbox').execute() })
  })
  afterAll(async () => {
    await database.close()
    await place.remove()
  })

  /** A server with connections and a bus of its own: it only learns by looking what others have added. */
  async function start(handler: Partial<OutboxHandler<string>> = {}) {
    const own = await openDatabase<object>('outbox', place, log)
    const bus = { ...createLocalBus<LoggedEvent>(), isShared: true }
    const outbox = createOutbox({
      database: own,
      bus,
      clock,
      log,
      leadership: { isLeader: true, whileLeader: (begin) => begin() },
    })
    outbox.handle('example', {
      concurrency: 10,
      retryAfter: (attempts) => [1_000, 5_000][attempts - 1],
      attempt: async ({ payload }) => void done.push(payload),
      ...handler,
    })
    await outbox.start()
    servers.push({ outbox, database: own })
    const transact = createTransact(own, bus, clock)
    const add = (lane: string, ...payloads: string[]) =>
      transact(1, ({ outbox: writer }) =>
        writer.addAll(
          'example',
          payloads.map((payload) => ({ lane, payload })),
        ),
      )
    return { outbox, add, transact }
  }
  async function stop() {
    await Promise.all(servers.map(({ outbox }) => outbox.stop()))
    await Promise.all(servers.map((server) => server.database.close()))
  }
  const waiting = () => entriesOf(database, 'example')
  const isDone = (...payloads: string[]) => vi.waitFor(() => expect(done).toEqual(payloads), soon)
  /** Fails until it is told otherwise. */
  const failing = (isBroken: (entry: OutboxEntry<string>) => boolean) => ({
    async attempt(entry: OutboxEntry<string>) {
      if (isBroken(entry)) throw new Error('not today')
      done.push(entry.payload)
    },
  })

  it('a lane keeps its order and is attempted one at a time, while other lanes go on', async () => {
    let running = 0
    let most = 0
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const { add } = await start({
      async attempt({ lane, payload }) {
        if (lane === 'a') most = Math.max(most, ++running)
        if (payload === 'a1') await held
        done.push(payload)
        if (lane === 'a') running -= 1
      },
    })
    await add('a', 'a1', 'a2', 'a3')
    await add('b', 'b1')
    await isDone('b1')
    release()
    await isDone('b1', 'a1', 'a2', 'a3')
    expect(most).toBe(1)
    await vi.waitFor(async () => expect(await waiting()).toEqual([]), soon)
    await stop()
  })

  it('what is rolled back is never attempted, what is cancelled no more, and what is due later waits', async () => {
    const { add, transact } = await start()
    const failed = transact(1, async ({ outbox }) => {
      await outbox.add('example', { payload: 'rolled back' })
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    await transact(1, async ({ outbox }) => {
      await outbox.add('example', { lane: 'later', payload: 'later', dueAt: clock.now() + 60_000 })
      await outbox.add('example', { lane: 'never', payload: 'never', dueAt: clock.now() + 60_000 })
    })
    await transact(1, ({ outbox }) => outbox.cancel('example', 'never'))
    await add('now', 'now')
    await isDone('now')
    clock.advance(61)
    await isDone('now', 'later')
    await stop()
  })

  it('an entry that fails blocks its lane as often as wanted, is overtaken then, and ends as a dead letter with its reason', async () => {
    const { add } = await start({ blocksFor: 2, ...failing(({ payload }) => payload === 'bad') })
    await add('a', 'bad', 'good')
    await add('b', 'other')
    await vi.waitFor(
      async () => expect(await waiting()).toMatchObject([afterAttempts(1), afterAttempts(0)]),
      soon,
    )
    expect(done).toEqual(['other'])
    clock.advance(1.1)
    await isDone('other', 'good')
    await vi.waitFor(async () => expect(await waiting()).toMatchObject([afterAttempts(2)]), soon)
    clock.advance(5.1)
    await vi.waitFor(async () => expect(await waiting()).toEqual([]), soon)
    expect(await failedEntriesOf(database, 'example')).toMatchObject([
      { attempts: 3, error: 'not today', payload: '"bad"' },
    ])
    await stop()
  })

  it('what cannot succeed is given up at once; a restart does not attempt it again', async () => {
    const attempt = async () => {
      throw new GiveUp('no such address')
    }
    const { add, outbox } = await start({ attempt })
    await add('a', 'bad')
    const failed = () => failedEntriesOf(database, 'example')
    await vi.waitFor(async () => expect(await failed()).toMatchObject([{ attempts: 1 }]), soon)
    expect(await outbox.count('failed')).toEqual([{ kind: 'example', count: 1 }])
    await stop()
    await start({ retriesAtStart: true })
    clock.advance(86_400)
    expect(done).toEqual([])
    await stop()
  })

  it('two servers attempt each entry once, in the order of its lane', async () => {
    const [one, other] = [await start(), await start()]
    const lanes = ['a', 'b', 'c']
    for (let number = 0; number < 20; number += 1) {
      for (const lane of lanes) await (number % 2 === 0 ? one : other).add(lane, `${lane}${number}`)
      for (const { outbox } of [one, other]) outbox.checkAll()
    }
    await vi.waitFor(async () => expect(await waiting()).toEqual([]), soon)
    for (const lane of lanes) {
      const expected = Array.from({ length: 20 }, (_, number) => `${lane}${number}`)
      expect(done.filter((payload) => payload.startsWith(lane))).toEqual(expected)
    }
    await stop()
  })

  it('what a dead server had claimed is attempted by another one when the claim expires, and not before', async () => {
    const dying = await start({ attempt: () => new Promise(() => {}), isAbandonable: true })
    await dying.add('a', 'first', 'second')
    await vi.waitFor(
      async () => expect(await waiting()).toMatchObject([{ claimed_by: expect.any(String) }, {}]),
      soon,
    )
    await start()
    await new Promise((next) => setTimeout(next, 200))
    expect(done).toEqual([])
    clock.advance(31)
    await isDone('first', 'second')
    await stop()
  })

  describe('an entry that a request holds', () => {
    const subjectsOf = (payload: string) => payload.split('+')
    const open = async () => {
      const server = await start({ subjectsOf })
      const hold = (payload: string) =>
        server.transact(1, ({ outbox }) => outbox.hold('example', payload, subjectsOf))
      const holders = (payload: string) =>
        server.outbox.listHolders(database.read, { tenant_id: 1, kind: 'example' }, payload, subjectsOf)
      const settle = (entry: HeldEntry) => server.transact(1, ({ outbox }) => outbox.settle(entry))
      return { ...server, hold, holders, settle }
    }

    it('keeps workers and other requests of all servers from its subjects, until it is settled', async () => {
      const [one, other] = [await open(), await open()]
      const held = await one.hold('a+b')
      await expect(other.hold('b+c')).rejects.toThrow('Somebody else')
      expect(await other.holders('c+a')).toEqual([held.holder])
      await other.add('x', 'b')
      await other.add('y', 'c')
      await isDone('c')
      clock.advance(2)
      expect(await one.settle(held)).toBe(true)
      expect(done).toEqual(['c'])
      clock.advance(2)
      for (const { outbox } of [one, other]) outbox.checkAll()
      await isDone('c', 'b')
      await vi.waitFor(async () => expect(await other.holders('a+b+c')).toEqual([]), soon)
      await other.hold('b+c')
      await stop()
    })

    it('is attempted when it is released, and then cannot be settled', async () => {
      const { hold, settle, transact } = await open()
      const held = await hold('a')
      await transact(1, ({ outbox }) => outbox.release(held, clock.now()))
      await isDone('a')
      expect(await settle(held)).toBe(false)
      await stop()
    })

    it('is lost to the worker when its claim has expired', async () => {
      const { hold, settle } = await open()
      const held = await hold('a')
      clock.advance(31)
      await isDone('a')
      expect(await settle(held)).toBe(false)
      await stop()
    })

    it('replaces waiting entries that it covers, and no others', async () => {
      const { hold, settle, transact } = await open()
      const dueAt = clock.now() + 60_000
      const payloads = ['a', 'b', 'a+b', 'b+c']
      await transact(1, ({ outbox }) =>
        outbox.addAll(
          'example',
          payloads.map((payload) => ({ payload, dueAt })),
        ),
      )
      const held = await hold('a+b')
      expect((await waiting()).map(({ payload }) => JSON.parse(payload))).toEqual(['b+c', 'a+b'])
      expect(await settle(held)).toBe(true)
      await stop()
    })
  })
})
