import { indexFrom } from '../../platform/index-from.ts'
import type { Db } from '../chat.ts'
import type { FlagName } from '../messages/message-view.ts'
import { listFlagsBetween, listNewestFlags, noFlags } from './message-flag-store.ts'
import type { MessageFlagsTable } from './message-flags-table.ts'
import { listReadMarks } from './read-mark-store.ts'
import { ReadState } from './read-state.ts'

type FlagColumns = Omit<MessageFlagsTable, 'realm_id' | 'user_id' | 'message_id'>

/** One person's flags of the messages from `from` on. */
export class Flags {
  readonly from: number
  readonly state: ReadState
  readonly #rows = new Map<number, FlagColumns>()
  readonly #exceptions = new Map<number, boolean>()
  /** of those that have a row, ascending */
  readonly #ids: number[]

  constructor(
    from: number,
    rows: readonly MessageFlagsTable[],
    marks: ConstructorParameters<typeof ReadState>[0],
  ) {
    this.from = from
    for (const { realm_id, user_id, message_id, ...columns } of rows) {
      this.#rows.set(message_id, columns)
      if (columns.read !== null) this.#exceptions.set(message_id, columns.read === 1)
    }
    this.#ids = [...this.#rows.keys()].sort((one, other) => one - other)
    this.state = new ReadState(marks, this.#exceptions)
  }

  get size(): number {
    return this.#ids.length
  }

  of(messageId: number): FlagColumns | undefined {
    return this.#rows.get(messageId)
  }

  /** The first message from this id on that has flags of its own. */
  nextFrom(id: number): number {
    return this.#ids[indexFrom(this.#ids, id)] ?? Number.POSITIVE_INFINITY
  }

  /** Was anything up to this message marked as unread again, although it was read? */
  hasReopened(until: number): boolean {
    for (const [id, isRead] of this.#exceptions) if (!isRead && id <= until) return true
    return false
  }

  /** As an event tells of it. */
  change(flag: FlagName, isSet: boolean, messageIds: readonly number[]): void {
    for (const id of messageIds) {
      if (id < this.from) continue
      const known = this.#rows.get(id)
      if (!known) this.#ids.splice(indexFrom(this.#ids, id), 0, id)
      this.#rows.set(id, { ...(known ?? noFlags), [flag]: isSet ? 1 : 0 })
      if (flag === 'read') this.#exceptions.set(id, isSet)
    }
  }

  /** A mark says now what rows of these messages said. */
  moveMark(streamId: number, until: number, messageIds: readonly number[]): void {
    this.state.moveMark(streamId, until)
    for (const id of messageIds) {
      if (id > until || this.#exceptions.get(id) !== true) continue
      this.#exceptions.delete(id)
      const row = { ...this.#rows.get(id)!, read: null }
      if (row.starred || row.collapsed || row.mentioned || row.has_alert_word) this.#rows.set(id, row)
      else {
        this.#rows.delete(id)
        this.#ids.splice(indexFrom(this.#ids, id), 1)
      }
    }
  }
}

/** Of the messages between two ids. */
export async function loadFlags(
  db: Db,
  realmId: number,
  userId: number,
  from: number,
  to: number,
): Promise<Flags> {
  const rows = await listFlagsBetween(db, realmId, userId, from, to)
  return new Flags(from, rows, await listReadMarks(db, realmId, userId, from))
}

/** Of as many messages as there are, or back to the oldest of so many rows. */
export async function loadNewestFlags(
  db: Db,
  realmId: number,
  userId: number,
  limit: number,
): Promise<Flags> {
  const rows = await listNewestFlags(db, realmId, userId, limit)
  const from = rows.length < limit ? 0 : rows.at(-1)!.message_id
  return new Flags(from, rows, await listReadMarks(db, realmId, userId, from))
}
