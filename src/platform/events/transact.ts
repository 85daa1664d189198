import type { Clock } from '../clock.ts'
import type { Database, WriteBatch } from '../database/database.ts'
import { EVENTS } from '../database/log-head-store.ts'
import { createOutboxWriter, type OutboxWakes } from '../outbox/outbox-writer.ts'
import type { Bus } from './bus.ts'
import { type LoggedEvent, type NewEvent, NO_TENANT, type Transaction } from './event-log.ts'
import { insertEvent } from './event-store.ts'
import type { LogFollower } from './follow-log.ts'

export type Transact<Tables, Announced extends NewEvent> = <T>(
  tenant: number,
  work: (transaction: Transaction<Tables, Announced>) => Promise<T>,
) => Promise<T>

/** What a batch of transactions has done to a tenant so far. */
interface Uncommitted {
  /** the newest event before the batch */
  readonly committed: number
  readonly types: Set<string>
}

/**
 * Is what this process keeps in memory the same as what the transaction would read? It is if every committed event has
 * been delivered here, and the batch itself has changed nothing of it, as events of these types would tell.
 */
export const isMemoryCurrent = <Event extends LoggedEvent, Announced extends NewEvent>(
  follower: LogFollower<Event>,
  { tenant, committed, hasAnnounced }: Omit<Transaction<unknown, Announced>, 'db'>,
  types: readonly Announced['type'][],
): boolean => follower.seen(tenant) === committed && !hasAnnounced(types)

/**
 * Changes, their events and the work that follows from them are committed together; then, and only then, the events are
 * published and the outbox is woken.
 */
export function createTransact<Tables, Announced extends NewEvent>(
  database: Database<Tables>,
  bus: Bus<Announced & Pick<LoggedEvent, 'tenant' | 'position'>>,
  clock: Clock,
): Transact<Tables, Announced> {
  const batches = new WeakMap<WriteBatch<Tables>, Map<number, Uncommitted>>()

  function uncommittedIn(batch: WriteBatch<Tables>, tenant: number, position: number): Uncommitted {
    const tenants = batches.get(batch) ?? new Map<number, Uncommitted>()
    batches.set(batch, tenants)
    const known = tenants.get(tenant) ?? { committed: position, types: new Set() }
    tenants.set(tenant, known)
    return known
  }

  return (tenant, work) => {
    const announced: (Announced & Pick<LoggedEvent, 'tenant' | 'position'>)[] = []
    let wakes: OutboxWakes = {}
    return database.write(tenant, {
      takesCounter: true,
      async work(batch) {
        // The batch may have to start over.
        announced.length = 0
        wakes = {}
        const positions = await batch.sequence(tenant, EVENTS)
        const next = async (name: string) => {
          const sequence = await batch.sequence(tenant, name)
          sequence.value += 1
          return sequence.value
        }
        const { committed, types } = uncommittedIn(batch, tenant, positions.value)
        const result = await work({
          db: batch.db,
          tenant,
          committed,
          hasAnnounced: (some) => some.some((type) => types.has(type)),
          get position() {
            return positions.value
          },
          announce(event) {
            positions.value += 1
            types.add(event.type)
            announced.push({ tenant, position: positions.value, ...event })
          },
          async announceToAll(event) {
            const everywhere = await batch.sequence(NO_TENANT, EVENTS)
            everywhere.value += 1
            announced.push({ tenant: NO_TENANT, position: everywhere.value, ...event })
          },
          get outbox() {
            return createOutboxWriter({ db: batch.db, tenant, now: clock.now(), wakes, next })
          },
          next,
          last: async (name) => (await batch.sequence(tenant, name)).value,
        })
        for (const event of announced) await insertEvent(batch.db, event, clock.now())
        return result
      },
      committed() {
        bus.publish(announced)
        if (Object.keys(wakes).length > 0) bus.wakeOutbox(wakes)
      },
    })
  }
}
