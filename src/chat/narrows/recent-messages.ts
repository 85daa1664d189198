import type { Database } from '../../platform/database/database.ts'
import { readSequence } from '../../platform/database/sequence-store.ts'
import type { ChatEvent } from '../chat-event-map.ts'
import type { ChatTables } from '../chat-tables.ts'
import { isMove } from '../messages/message-events.ts'
import { MessageTail, TAIL_LENGTH } from './message-tail.ts'
import { type Found, listNewestMessages, type Search } from './search-store.ts'

const TAILS_KEPT = 500

/** The newest messages of each organization, as far as a search needs to know them: most searches end there. */
export class RecentMessages {
  readonly #database: Database<ChatTables>
  readonly #tails = new Map<number, MessageTail>()

  constructor(database: Database<ChatTables>) {
    this.#database = database
  }

  /** undefined: the database has to be asked. */
  async search(search: Search): Promise<Found[] | undefined> {
    const tail = this.#tails.get(search.realmId) ?? (await this.#load(search.realmId))
    // Another server on the same PostgreSQL may have stored messages that have not been heard of here yet.
    if (this.#database.engine === 'postgres') {
      const newest = await readSequence(this.#database.read, search.realmId, 'messages')
      if (newest > tail.newest) return undefined
    }
    return tail.search(search)
  }

  /** The highest id of an organization that is known to be stored; 0: none is yet. */
  newestOf(realmId: number): number {
    return this.#tails.get(realmId)?.newest ?? 0
  }

  /** Nothing newer is stored, for certain and without asking; false: it has to be looked for. */
  hasNothingAfter(realmId: number, id: number): boolean {
    const tail = this.#tails.get(realmId)
    return this.#database.engine === 'sqlite' && tail !== undefined && tail.isFilled && tail.newest <= id
  }

  apply(event: ChatEvent): void {
    const tail = this.#tails.get(event.tenant)
    if (!tail) return
    if (event.type === 'message') {
      const { view } = event.payload.message
      // Ids follow one another: a gap means that something was stored which nobody told of.
      if (tail.isFilled && view.id > tail.newest + 1) {
        this.#tails.delete(event.tenant)
        return
      }
      tail.add({
        id: view.id,
        recipientId: view.recipient_id,
        isPrivate: view.type === 'private',
        topicKey: view.subject.toLowerCase(),
        senderId: view.sender_id,
      })
    } else if (event.type === 'delete_message' || isMove(event)) {
      // Rare, and read anew with the next search.
      this.#tails.delete(event.tenant)
    }
  }

  forget(realmId: number): void {
    this.#tails.delete(realmId)
  }

  /** Known before it is filled, so that what is sent meanwhile is not missed. */
  async #load(realmId: number): Promise<MessageTail> {
    const tail = new MessageTail()
    this.#tails.set(realmId, tail)
    if (this.#tails.size > TAILS_KEPT) this.#tails.delete(this.#tails.keys().next().value!)
    const newest = await readSequence(this.#database.read, realmId, 'messages')
    tail.fill(await listNewestMessages(this.#database.read, realmId, TAIL_LENGTH), newest)
    return tail
  }
}
