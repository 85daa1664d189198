import type { ChatEvent } from '../../chat-event-map.ts'
import type { ChatFollower, Db } from '../../chat-platform.ts'
import { newestOf, type PersonPresence, type PresenceStatus } from './presence.ts'
import { listPresences } from './presence-store.ts'
import type { PresencesTable } from './presences-table.ts'

export interface RealmPresences {
  byUser: Map<number, PersonPresence>
  /** People who have turned their presence off, and when: older reports that still arrive do not count. */
  withdrawn: Map<number, number>
  /** users whose presence in memory is newer than in the database */
  touched: Set<number>
  /** whether it was read since the last write to the database */
  used: boolean
}

/**
 * Clients report presence every minute. It is kept in memory and written to the database periodically; after a crash,
 * clients report it again within a minute. This is state, not a cache: it is newer than the database, must not be
 * dropped before it is written, and events add to it.
 */
export class LivePresences {
  readonly #read: Db
  readonly #realms = new Map<number, RealmPresences>()

  constructor(read: Db, follower: ChatFollower) {
    this.#read = read
    follower.on('presence', (event) => this.#apply(event))
    follower.onSkip((realmId) => this.#realms.delete(realmId))
  }

  async get(realmId: number): Promise<RealmPresences> {
    let known = this.#realms.get(realmId)
    if (!known) {
      const loaded: RealmPresences = {
        byUser: new Map(),
        withdrawn: new Map(),
        touched: new Set(),
        used: true,
      }
      for (const row of await listPresences(this.#read, realmId, 0)) mergeRow(loaded, row)
      // Of two concurrent loads, keep the first.
      known = this.#realms.get(realmId) ?? loaded
      this.#realms.set(realmId, known)
    }
    known.used = true
    return known
  }

  get loaded(): Iterable<[realmId: number, presences: RealmPresences]> {
    return [...this.#realms]
  }

  drop(realmId: number): void {
    this.#realms.delete(realmId)
  }

  /** Another server has received a report. */
  receive(realmId: number, news: { presence?: PresencesTable }): void {
    const known = this.#realms.get(realmId)
    if (known && news.presence) mergeRow(known, news.presence)
  }

  /** Another process may have received a report. */
  #apply({ tenant, payload }: ChatEvent<'presence'>): void {
    const known = this.#realms.get(tenant)
    if (!known) return
    const news = Object.entries(payload.presence)
    if (news.every(([, { timestamp }]) => timestamp === 0)) {
      withdraw(known, payload.user_id, withdrawnUntil(payload.server_timestamp))
    } else merge(known, payload.user_id, news)
  }
}

export function mergeRow(presences: RealmPresences, row: PresencesTable): void {
  const clients = JSON.parse(row.clients) as Record<string, [PresenceStatus, number]>
  const news = Object.entries(clients).map(
    ([client, [status, timestamp]]) => [client, { status, timestamp }] as const,
  )
  if (news.length === 0) withdraw(presences, row.user_id, row.seen_at)
  else merge(presences, row.user_id, news)
}

/** A report of the same second does not count either. */
export const withdrawnUntil = (serverTime: number) => Math.floor(serverTime) + 1

/** Drops older reports, which may also come later: from another server, or from a write that was in flight. */
function withdraw(presences: RealmPresences, userId: number, until: number): void {
  const { byUser, withdrawn, touched } = presences
  withdrawn.set(userId, Math.max(until, withdrawn.get(userId) ?? 0))
  const left = [...(byUser.get(userId) ?? [])].filter(([, { timestamp }]) => timestamp > until)
  if (left.length > 0) {
    byUser.set(userId, new Map(left))
    return
  }
  byUser.delete(userId)
  touched.delete(userId)
}

export function presenceRow(realmId: number, userId: number, presence: PersonPresence): PresencesTable {
  const clients = [...presence].map(([client, { status, timestamp }]) => [client, [status, timestamp]])
  return {
    realm_id: realmId,
    user_id: userId,
    clients: JSON.stringify(Object.fromEntries(clients)),
    seen_at: newestOf(presence)?.[1].timestamp ?? 0,
  }
}

/** Keeps the newer report of each client. */
function merge(
  { byUser, withdrawn }: RealmPresences,
  userId: number,
  news: readonly (readonly [string, { status: PresenceStatus; timestamp: number }])[],
): void {
  const merged = new Map(byUser.get(userId))
  for (const [client, { status, timestamp }] of news) {
    const known = merged.get(client)
    const isNewer = timestamp > (known?.timestamp ?? withdrawn.get(userId) ?? Number.NEGATIVE_INFINITY)
    if (isNewer) merged.set(client, { status, timestamp })
  }
  if (merged.size > 0) byUser.set(userId, merged)
}
