import { Cache, oneByOne } from '../../../platform/caches/cache.ts'
import { secondsOf } from '../../../platform/clock.ts'
import type { ChatEventType } from '../../chat-event-map.ts'
import type { Db } from '../../chat-platform.ts'
import type { Messages } from '../messages.ts'

export interface DueItem {
  realm_id: number
  id: number
}

/** A kind of item that is due at a time chosen by its owner. */
export interface DueSource {
  /** type of the events that announce every change of these items */
  readonly eventType: ChatEventType
  findNextTime(db: Db): Promise<number | undefined>
  /** In the order in which they are due. */
  listDue(db: Db, now: number, limit: number): Promise<DueItem[]>
  /** Delivers the item and deletes it in one transaction, unless another process already has. */
  deliver(chat: Messages, item: DueItem): Promise<void>
}

const ITEMS_AT_ONCE = 200
/** After a failure on our side, such as an unavailable database. */
const RETRY_MS = 5_000

/**
 * Delivers due items. It caches when the next one is due and does not query the database before that. An event
 * invalidates the cached time, also an event of another process on the same data. With several servers, an event may
 * arrive late, so any write does.
 */
export class DueWork {
  readonly #chat: Messages
  readonly #sources: readonly DueSource[]
  readonly #nextTimes: Cache<ChatEventType, number>
  #retryAt = 0

  constructor(chat: Messages, sources: readonly DueSource[]) {
    this.#chat = chat
    this.#sources = sources
    this.#nextTimes = new Cache({
      entries: sources.length,
      load: oneByOne(async (eventType) => {
        const source = sources.find((one) => one.eventType === eventType)
        return (await source?.findNextTime(chat.database.read)) ?? Number.POSITIVE_INFINITY
      }),
    })
  }

  /** Calls `wake` when another item may be the next one. */
  listen(wake: () => void): void {
    const { bus, database, follower } = this.#chat
    for (const { eventType } of this.#sources) {
      follower.on(eventType, () => {
        this.#nextTimes.invalidate(eventType)
        wake()
      })
    }
    const wakeForAll = () => {
      this.#nextTimes.invalidateAll()
      wake()
    }
    follower.onSkip(wakeForAll)
    if (bus.isShared) database.onWrite(wakeForAll)
  }

  /** Returns when to call it again. */
  async run(): Promise<number> {
    const { clock } = this.#chat
    if (clock.now() < this.#retryAt) return this.#retryAt
    let next = Number.POSITIVE_INFINITY
    for (const source of this.#sources) {
      if ((await this.#nextTimes.require(source.eventType)) <= secondsOf(clock)) await this.#work(source)
      next = Math.min(next, (await this.#nextTimes.require(source.eventType)) * 1000)
    }
    return clock.now() < this.#retryAt ? this.#retryAt : next
  }

  async #work(source: DueSource): Promise<void> {
    const { database, clock } = this.#chat
    const due = await source.listDue(database.read, secondsOf(clock), ITEMS_AT_ONCE)
    const byRealm = new Map<number, DueItem[]>()
    for (const item of due) byRealm.set(item.realm_id, [...(byRealm.get(item.realm_id) ?? []), item])
    await Promise.all([...byRealm.values()].map((items) => this.#deliverInOrder(source, items)))
    this.#nextTimes.invalidate(source.eventType)
  }

  async #deliverInOrder(source: DueSource, items: readonly DueItem[]): Promise<void> {
    const { clock, log } = this.#chat
    for (const item of items) {
      try {
        await source.deliver(this.#chat, item)
      } catch (error) {
        this.#retryAt = clock.now() + RETRY_MS
        log.warn({ err: error, ...item, of: source.eventType }, 'scheduled delivery failed; retrying')
      }
    }
  }
}
