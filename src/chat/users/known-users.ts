import type { Db } from '../chat.ts'
import type { User } from './user.ts'
import { findUsers } from './user-store.ts'

/** About 30 MB; when there are more, it begins anew. */
const USERS_KEPT = 50_000

/** Accounts by id, as they are now: every page of messages names its senders. Whatever changes one tells so by an event. */
export class KnownUsers {
  readonly #realms = new Map<number, Map<number, User>>()
  #count = 0
  #changes = 0

  /** Those that exist. */
  async get(db: Db, realmId: number, ids: Iterable<number>): Promise<ReadonlyMap<number, User>> {
    const found = new Map<number, User>()
    const missing: number[] = []
    const known = this.#realms.get(realmId)
    for (const id of ids) {
      const user = known?.get(id)
      if (user) found.set(id, user)
      else missing.push(id)
    }
    if (missing.length === 0) return found
    const before = this.#changes
    const loaded = await findUsers(db, realmId, missing)
    for (const user of loaded) found.set(user.id, user)
    // Somebody changed while they were being read: answered, but not kept.
    if (before === this.#changes) this.#keep(realmId, loaded)
    return found
  }

  forget(realmId: number): void {
    this.#changes += 1
    this.#count -= this.#realms.get(realmId)?.size ?? 0
    this.#realms.delete(realmId)
  }

  #keep(realmId: number, users: readonly User[]): void {
    if (this.#count + users.length > USERS_KEPT) {
      this.#realms.clear()
      this.#count = 0
    }
    const known = this.#realms.get(realmId) ?? new Map<number, User>()
    this.#realms.set(realmId, known)
    const before = known.size
    for (const user of users) known.set(user.id, user)
    this.#count += known.size - before
  }
}
