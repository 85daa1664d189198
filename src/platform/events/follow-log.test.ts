import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makePlace, type Place } from '../../../test/harness/engines.ts'
import { systemClock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { openDatabase } from '../database/open-database.ts'
import { migrate } from '../database/schema/migrate.ts'
import { createLogger } from '../logging/log.ts'
import type { Bus, BusListener } from './bus.ts'
import type { LoggedEvent, NewEvent } from './event-log.ts'
import { followLog, type LogFollower } from './follow-log.ts'
import { createTransact } from './transact.ts'

type Tables = Record<never, never>

/** Another node commits; the test decides what comes over the bus, and when. */
describe('events of another node', () => {
  let place: Place
  let database: Database<Tables>
  let follower: LogFollower<LoggedEvent>
  let listener: BusListener<LoggedEvent>
  let committed: LoggedEvent[]
  let heard: number[]
  let tenant = 0
  beforeAll(async () => {
    place = await makePlace('PostgreSQL')
    database = await openDatabase<Tables>('follow', place, createLogger('silent'))
    await migrate(database, 'follow', [], systemClock)
  })
  beforeEach(async () => {
    tenant += 1
    const bus: Bus<LoggedEvent> = {
      isShared: true,
      isUp: true,
      publish() {},
      subscribe(subscribed) {
        listener = subscribed
      },
      follow() {},
      unfollow() {},
      followAsLeader() {},
      onForeignEvents() {},
      notify() {},
      onNotice() {},
      wakeOutbox() {},
      onOutboxWake() {},
    }
    await follower?.stop()
    follower = await followLog(database, bus, createLogger('silent'))
    heard = []
    committed = []
    follower.listen(({ position }) => void heard.push(position))
    const publish = (events: readonly LoggedEvent[]) => void committed.push(...events)
    const transact = createTransact<Tables, NewEvent>(database, { ...bus, publish }, systemClock)
    for (const type of ['one', 'two', 'three', 'four']) {
      await transact(tenant, async ({ announce }) => announce({ type, audience: {}, payload: {} }))
    }
  })
  afterAll(async () => {
    await follower?.stop()
    await database?.close()
    await place?.remove()
  })

  const bring = (...positions: number[]) =>
    listener.events(positions.map((position) => committed[position - 1]!))

  it('wait for their predecessors, and are then delivered at once, in order', () => {
    follower.hold(tenant)
    bring(3)
    bring(2)
    expect(heard).toEqual([])
    bring(1)
    expect(heard).toEqual([1, 2, 3])
    bring(2, 4, 3)
    expect(heard).toEqual([1, 2, 3, 4])
  })

  it('are read from the log if their predecessors do not arrive', async () => {
    follower.hold(tenant)
    bring(1)
    bring(4)
    await expect.poll(() => heard).toEqual([1, 2, 3, 4])
  })

  it('are awaited by a request, whether they arrive over the bus or not', async () => {
    follower.hold(tenant)
    const reached = follower.catchUp(tenant)
    bring(1, 2)
    await reached
    expect(heard).toEqual([1, 2, 3, 4])
    expect(follower.behind).toBe(0)
  })
})
