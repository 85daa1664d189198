import type { Chat } from '../chat.ts'
import type { ChatEvent } from '../chat-event-map.ts'
import type { Realm } from '../realms/realm.ts'
import { changedMessages } from './changed-messages.ts'
import { loadExtras } from './message-extras-store.ts'
import { loadMessageParts } from './message-parts.ts'
import { findMessages } from './message-store.ts'
import { MessageText } from './message-text.ts'
import { readHistory } from './read-history.ts'

/** About 10 MB of texts at the usual length of a message. Pages of them are kept as blocks. */
const TEXTS_KEPT = 5_000
/** So many at a time go: a Map takes the longer to find its first entry the more have been taken from there. */
const DROPPED_AT_ONCE = 500

/** Messages that are ready to be spliced into answers. What changes them tells so by an event. */
export class MessageTexts {
  readonly #realms = new Map<number, Map<number, MessageText>>()
  #count = 0
  #changes = 0

  /** In the order of `ids`; those that are gone are left out. */
  async get(chat: Chat, realm: Realm, ids: readonly number[]): Promise<MessageText[]> {
    const known = this.#realms.get(realm.id)
    const missing = known ? ids.filter((id) => !known.has(id)) : ids
    const loaded = missing.length > 0 ? await this.#load(chat, realm, missing) : undefined
    const texts: MessageText[] = []
    for (const id of ids) {
      const text = known?.get(id) ?? loaded?.get(id)
      if (text) texts.push(text)
    }
    return texts
  }

  apply(event: ChatEvent): void {
    if (event.type === 'message') {
      this.#keep(event.tenant, new MessageText(event.payload.message))
      return
    }
    const changed = changedMessages(event)
    if (changed === 'all') this.forget(event.tenant)
    else if (changed.length > 0) this.#forget(event.tenant, changed)
  }

  async #load(chat: Chat, realm: Realm, ids: readonly number[]): Promise<Map<number, MessageText>> {
    const before = this.#changes
    const parts = await readHistory(chat, realm.id, async (db) => {
      const rows = Promise.all([findMessages(db, realm.id, ids), loadExtras(db, realm.id, ids)])
      return loadMessageParts(chat, db, realm, ...(await rows))
    })
    const texts = parts.map((part) => new MessageText(part))
    // Something changed while it was being read: answered, but not kept.
    if (before === this.#changes) for (const text of texts) this.#keep(realm.id, text)
    return new Map(texts.map((text) => [text.id, text]))
  }

  #keep(realmId: number, text: MessageText): void {
    let texts = this.#realms.get(realmId)
    if (!texts) {
      texts = new Map()
      this.#realms.set(realmId, texts)
    }
    if (!texts.has(text.id)) this.#count += 1
    texts.set(text.id, text)
    if (this.#count > TEXTS_KEPT) this.#dropOldest(texts)
  }

  /** Of the organization that is at it. */
  #dropOldest(texts: Map<number, MessageText>): void {
    let left = Math.min(DROPPED_AT_ONCE, texts.size)
    this.#count -= left
    for (const id of texts.keys()) {
      if (left === 0) return
      texts.delete(id)
      left -= 1
    }
  }

  #forget(realmId: number, ids: readonly number[]): void {
    this.#changes += 1
    const texts = this.#realms.get(realmId)
    for (const id of ids) if (texts?.delete(id)) this.#count -= 1
  }

  /** All of an organization. */
  forget(realmId: number): void {
    this.#changes += 1
    this.#count -= this.#realms.get(realmId)?.size ?? 0
    this.#realms.delete(realmId)
  }
}
