import type { Db } from '../chat.ts'
import type { ChatEvent } from '../chat-event-map.ts'
import type { FlagName } from '../messages/message-view.ts'
import { type Flags, loadNewestFlags } from './reader-flags.ts'

const READERS_KEPT = 50_000
/** Of one person: most have far fewer. */
const ROWS_KEPT = 500
/** Of all of them together: about 80 MB. */
const ROWS_IN_ALL = 400_000

/** Flags and marks by person: whoever opens a page asks for the same again. */
export class KnownFlags {
  readonly #db: Db
  readonly #realms = new Map<number, Map<number, Flags>>()
  #readers = 0
  #rows = 0
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

  /** As it was stored just now: the same is said by fewer rows. What it means is told by the event. */
  moveMark(
    realmId: number,
    userId: number,
    streamId: number,
    until: number,
    messageIds: readonly number[],
  ): void {
    const flags = this.peek(realmId, userId)
    if (!flags) return
    this.#rows -= flags.size
    flags.moveMark(streamId, until, messageIds)
    this.#rows += flags.size
  }

  /** Every change of somebody's flags or marks is told by one of these. */
  apply(event: ChatEvent): void {
    switch (event.type) {
      case 'update_message_flags':
        this.#applyChange(event)
        break
      case 'subscription':
        this.#drop(event.tenant, event.audience.users ?? [])
        break
      case 'message': {
        const { message, mentioned, alerted, read } = event.payload
        const ids = [message.view.id]
        for (const userId of mentioned) this.#change(event.tenant, userId, 'mentioned', true, ids)
        for (const userId of alerted) this.#change(event.tenant, userId, 'has_alert_word', true, ids)
        for (const userId of read) this.#change(event.tenant, userId, 'read', true, ids)
        break
      }
      case 'update_message':
        this.#applyEdit(event)
        break
    }
  }

  /** Everything of an organization: part of its log may have been missed. */
  forget(realmId: number): void {
    this.#changes += 1
    const readers = this.#realms.get(realmId)
    if (!readers) return
    this.#readers -= readers.size
    for (const flags of readers.values()) this.#rows -= flags.size
    this.#realms.delete(realmId)
  }

  #applyChange({ tenant, audience, payload }: ChatEvent<'update_message_flags'>): void {
    const { op, flag, messages, all } = payload
    const { users = [] } = audience
    if (all) this.#drop(tenant, users)
    else for (const userId of users) this.#change(tenant, userId, flag, op === 'add', messages)
  }

  #applyEdit({ tenant, payload }: ChatEvent<'update_message'>): void {
    const { subject, message_ids, flags_by_user } = payload
    // Marks of another topic apply: for anybody.
    if (subject !== undefined) {
      this.forget(tenant)
      return
    }
    this.#changes += 1
    // Mentions come and go.
    const concerned = Object.keys(flags_by_user).map(Number)
    for (const [userId, flags] of this.#realms.get(tenant) ?? []) {
      if (message_ids.some((id) => flags.of(id) !== undefined)) concerned.push(userId)
    }
    this.#drop(tenant, concerned)
  }

  #change(
    realmId: number,
    userId: number,
    flag: FlagName,
    isSet: boolean,
    messageIds: readonly number[],
  ): void {
    this.#changes += 1
    const flags = this.peek(realmId, userId)
    if (!flags) return
    // The next time they may come as marks.
    if (flags.size + messageIds.length > ROWS_KEPT) {
      this.#drop(realmId, [userId])
      return
    }
    this.#rows -= flags.size
    flags.change(flag, isSet, messageIds)
    this.#rows += flags.size
  }

  #drop(realmId: number, userIds: readonly number[]): void {
    if (userIds.length === 0) return
    this.#changes += 1
    const readers = this.#realms.get(realmId)
    if (readers) for (const userId of userIds) this.#remove(readers, userId)
  }

  #keep(realmId: number, userId: number, flags: Flags): void {
    let readers = this.#realms.get(realmId)
    if (!readers) {
      readers = new Map()
      this.#realms.set(realmId, readers)
    }
    this.#remove(readers, userId)
    readers.set(userId, flags)
    this.#readers += 1
    this.#rows += flags.size
    while (readers.size > 1 && (this.#readers > READERS_KEPT || this.#rows > ROWS_IN_ALL)) {
      this.#remove(readers, readers.keys().next().value!)
    }
  }

  #remove(readers: Map<number, Flags>, userId: number): void {
    const flags = readers.get(userId)
    if (!flags) return
    readers.delete(userId)
    this.#readers -= 1
    this.#rows -= flags.size
  }
}
