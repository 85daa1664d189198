import type { LoggedEvent } from '../../platform/events/event-log.ts'
import type { Audience } from '../audience.ts'
import type { Db } from '../chat.ts'
import type { MessageEventPayload } from '../messages/message-events.ts'
import { type Flags, loadNewestFlags } from './reader-flags.ts'

const READERS_KEPT = 10_000
/** Of one person: most have far fewer. */
const ROWS_KEPT = 500

/** Flags and marks by person: whoever opens a page asks for the same again. */
export class KnownFlags {
  readonly #db: Db
  readonly #realms = new Map<number, Map<number, Flags>>()
  #count = 0
  /** so many changes have been heard of */
  #changes = 0

  constructor(db: Db) {
    this.#db = db
  }

  /** undefined: they have to be loaded. */
  peek(realmId: number, userId: number): Flags | undefined {
    return this.#realms.get(realmId)?.get(userId)
  }

  async get(realmId: number, userId: number): Promise<Flags> {
    const known = this.peek(realmId, userId)
    if (known) return known
    const before = this.#changes
    const flags = await loadNewestFlags(this.#db, realmId, userId, ROWS_KEPT)
    // Something changed while they were being read: answered, but not kept.
    if (before === this.#changes) this.#keep(realmId, userId, flags)
    return flags
  }

  /** Every change of somebody's flags or marks is told by one of these. */
  apply(event: LoggedEvent): void {
    switch (event.type) {
      case 'update_message_flags':
      case 'subscription':
        this.#drop(event.tenant, (event.audience as Audience).users ?? [])
        break
      case 'message': {
        const { mentioned, alerted, read } = event.payload as MessageEventPayload
        this.#drop(event.tenant, mentioned)
        this.#drop(event.tenant, alerted)
        this.#drop(event.tenant, read)
        break
      }
      case 'update_message':
        // Mentions come and go, and marks of another topic apply: for anybody.
        this.forget(event.tenant)
        break
    }
  }

  /** Everything of an organization: part of its log may have been missed. */
  forget(realmId: number): void {
    this.#changes += 1
    this.#count -= this.#realms.get(realmId)?.size ?? 0
    this.#realms.delete(realmId)
  }

  #drop(realmId: number, userIds: readonly number[]): void {
    if (userIds.length === 0) return
    this.#changes += 1
    const readers = this.#realms.get(realmId)
    for (const userId of userIds) if (readers?.delete(userId)) this.#count -= 1
  }

  #keep(realmId: number, userId: number, flags: Flags): void {
    let readers = this.#realms.get(realmId)
    if (!readers) {
      readers = new Map()
      this.#realms.set(realmId, readers)
    }
    if (!readers.has(userId)) this.#count += 1
    readers.set(userId, flags)
    if (this.#count > READERS_KEPT) {
      readers.delete(readers.keys().next().value!)
      this.#count -= 1
    }
  }
}
