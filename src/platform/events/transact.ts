import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { EVENTS } from '../database/log-head-store.ts'
import type { Bus } from './bus.ts'
import { type LoggedEvent, type NewEvent, NO_TENANT, type Transaction } from './event-log.ts'
import { insertEvent } from './event-store.ts'

export type Transact<Tables, Announced extends NewEvent> = <T>(
  tenant: number,
  work: (transaction: Transaction<Tables, Announced>) => Promise<T>,
) => Promise<T>

/** Changes and their events are committed together; then, and only then, the events are published. */
export function createTransact<Tables, Announced extends NewEvent>(
  database: Database<Tables>,
  bus: Bus<Announced & Pick<LoggedEvent, 'tenant' | 'position'>>,
  clock: Clock,
): Transact<Tables, Announced> {
  return (tenant, work) => {
    const announced: (Announced & Pick<LoggedEvent, 'tenant' | 'position'>)[] = []
    return database.write(tenant, {
      takesCounter: true,
      async work(batch) {
        // The batch may have to start over.
        announced.length = 0
        const positions = await batch.sequence(tenant, EVENTS)
        const result = await work({
          db: batch.db,
          get position() {
            return positions.value
          },
          announce(event) {
            positions.value += 1
            announced.push({ tenant, position: positions.value, ...event })
          },
          async announceToAll(event) {
            const everywhere = await batch.sequence(NO_TENANT, EVENTS)
            everywhere.value += 1
            announced.push({ tenant: NO_TENANT, position: everywhere.value, ...event })
          },
          async next(name) {
            const sequence = await batch.sequence(tenant, name)
            sequence.value += 1
            return sequence.value
          },
          last: async (name) => (await batch.sequence(tenant, name)).value,
        })
        for (const event of announced) await insertEvent(batch.db, event, clock.now())
        return result
      },
      committed: () => bus.publish(announced),
    })
  }
}
