import { Cache, oneByOne } from '../../../platform/cache.ts'
import { secondsOf } from '../../../platform/clock.ts'
import type { Chat, Db } from '../../chat.ts'
import type { ChatEventType } from '../../chat-event-map.ts'

export interface DueItem {
  realm_id: number
  id: number
}

/** Something that people put off until a time of their choice. */
export interface DueSource {
  /** of the events that tell of every change to what is put off */
  readonly eventType: ChatEventType
  findNextTime(db: Db): Promise<number | undefined>
  /** In the order in which it is to be done. */
  listDue(db: Db, now: number, limit: number): Promise<DueItem[]>
  /** Does it and takes it off the list, in one transaction; or finds that somebody else has. */
  deliver(chat: Chat, item: DueItem): Promise<void>
}

const ITEMS_AT_ONCE = 200
/** Among several servers not every change is heard of here. */
const ASK_AGAIN_MS = 1_000
/** After a failure that is ours, such as a database that does not answer. */
const RETRY_MS = 5_000

/**
 * Does what is due. It caches when that will be, so that nobody asks the database before; an event makes it look
 * again, also one of another process on the same data.
 */
export class DueWork {
  readonly #chat: Chat
  readonly #sources: readonly DueSource[]
  readonly #nextTimes: Cache<ChatEventType, number>
  #retryAt = 0
  #askedAt = Number.NEGATIVE_INFINITY

  constructor(chat: Chat, sources: readonly DueSource[]) {
    this.#chat = chat
    this.#sources = sources
    this.#nextTimes = new Cache({
      entries: sources.length,
      load: oneByOne(async (eventType) => {
        const source = sources.find((one) => one.eventType === eventType)
        return (await source?.findNextTime(chat.database.read)) ?? Number.POSITIVE_INFINITY
      }),
    })
    for (const { eventType } of sources) {
      chat.follower.on(eventType, () => this.#nextTimes.invalidate(eventType))
    }
    chat.follower.onSkip(() => this.#nextTimes.invalidateAll())
  }

  /** Cheap when nothing is due: call it often. */
  async run(): Promise<void> {
    const { clock } = this.#chat
    if (clock.now() < this.#retryAt) return
    if (this.#chat.bus.isShared && performance.now() - this.#askedAt > ASK_AGAIN_MS) {
      this.#askedAt = performance.now()
      this.#nextTimes.invalidateAll()
    }
    for (const source of this.#sources) {
      if ((await this.#nextTimes.require(source.eventType)) <= secondsOf(clock)) await this.#work(source)
    }
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
        log.warn({ err: error, ...item, of: source.eventType }, 'what is due could not be done; trying again')
      }
    }
  }
}
