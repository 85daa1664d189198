import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { type CacheLimits, entriesWithin } from '../../platform/cache.ts'
import type { Database } from '../../platform/database/database.ts'
import { readSequence } from '../../platform/database/sequence-store.ts'
import { readHead } from '../../platform/events/event-store.ts'
import type { ChatFollower } from '../chat.ts'
import type { ChatTables } from '../chat-tables.ts'

const REALMS = 10_000
/** How long to wait before looking again whether the event of a committed message has arrived. */
const EVENT_DELAY_MS = 2

/**
 * The newest message of each organization that this server has seen the event of. A page ends there: caches and queries
 * then agree on what exists, although the database may show a message a moment before its event arrives. So no page has
 * a message without all that came before it.
 */
export class NewestMessages {
  readonly #database: Database<ChatTables>
  readonly #follower: ChatFollower
  readonly #ids: LRUCache<number, number>

  constructor(database: Database<ChatTables>, follower: ChatFollower, limits: CacheLimits) {
    this.#database = database
    this.#follower = follower
    this.#ids = new LRUCache({ max: entriesWithin(limits, REALMS) })
    follower.on('message', ({ tenant, payload }) => this.#ids.set(tenant, payload.message.view.id))
    follower.onSkip((tenant) => this.#ids.delete(tenant))
  }

  /** 0: none yet. */
  async of(realmId: number): Promise<number> {
    for (;;) {
      const known = this.#ids.get(realmId)
      if (known !== undefined) return known
      const newest = await readSequence(this.#database.read, realmId, 'messages')
      // Read afterwards: the events up to here are those of all messages up to `newest`.
      const head = await readHead(this.#database.read, realmId)
      await this.#follower.reach(realmId)
      while (this.#follower.seen(realmId) < head) await sleep(EVENT_DELAY_MS)
      if (!this.#ids.has(realmId)) this.#ids.set(realmId, newest)
    }
  }
}
