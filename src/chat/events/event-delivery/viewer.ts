import type { LoggedEvent } from '../../../platform/events/event-log.ts'
import type { User } from '../../identity/users/user.ts'
import type { Role, RoleChangesTable } from '../../identity/users/users-table.ts'
import type { ReceptionsTable } from '../../streams/recipients/recipients-table.ts'

interface Period {
  from: number
  until: number | null
}

/**
 * What a user could see at any position of the log. Loaded once, then updated by events. Both give the same result, so
 * applying an event that is already included does no harm.
 */
export class Viewer {
  readonly realmId: number
  readonly userId: number
  readonly botType: User['bot_type']
  #role: Role
  /** The role before each change, oldest first. */
  readonly #roleChanges: { position: number; before: Role }[]
  readonly #periods = new Map<number, Period[]>()
  #lastLeft = 0

  constructor(user: User, roleChanges: readonly RoleChangesTable[], receptions: readonly ReceptionsTable[]) {
    this.realmId = user.realm_id
    this.userId = user.id
    this.botType = user.bot_type
    this.#role = user.role
    this.#roleChanges = roleChanges.map(({ position, previous_role: before }) => ({ position, before }))
    for (const row of receptions) {
      if (row.stream_id === null) continue
      this.#add(row.stream_id, { from: row.from_event, until: row.until_event })
      this.#lastLeft = Math.max(this.#lastLeft, row.until_event ?? 0)
    }
  }

  get streamIds(): Iterable<number> {
    return this.#periods.keys()
  }

  wasSubscribed(streamId: number, position: number): boolean {
    const periods = this.#periods.get(streamId)
    if (!periods) return false
    return periods.some(({ from, until }) => position > from && (until === null || position <= until))
  }

  get role(): Role {
    return this.#role
  }

  /** The last position at which the user left a stream or changed their role. */
  get lastLoss(): number {
    return Math.max(this.#lastLeft, this.#roleChangedAt)
  }

  /** Did the user leave the stream, or change their role, since this position? */
  hasLostSince(streamId: number, position: number): boolean {
    if (position > this.lastLoss) return false
    if (position <= this.#roleChangedAt) return true
    return this.#periods.get(streamId)?.some(({ until }) => until !== null && position <= until) ?? false
  }

  roleAt(position: number): Role {
    return this.#roleChanges.find((change) => position <= change.position)?.before ?? this.#role
  }

  subscribe(streamId: number, event: LoggedEvent): void {
    this.#add(streamId, { from: event.position - 1, until: null })
  }

  unsubscribe(streamId: number, event: LoggedEvent): void {
    for (const period of this.#periods.get(streamId) ?? []) {
      if (period.until === null && period.from < event.position) period.until = event.position - 1
    }
    this.#lastLeft = Math.max(this.#lastLeft, event.position)
  }

  changeRole(role: Role, event: LoggedEvent): void {
    if (event.position < this.#roleChangedAt) return
    if (event.position > this.#roleChangedAt)
      this.#roleChanges.push({ position: event.position, before: this.#role })
    this.#role = role
  }

  get #roleChangedAt(): number {
    return this.#roleChanges.at(-1)?.position ?? 0
  }

  #add(streamId: number, period: Period): void {
    const periods = this.#periods.get(streamId)
    if (!periods) this.#periods.set(streamId, [period])
    else if (!periods.some(({ from }) => from === period.from)) periods.push(period)
  }
}
