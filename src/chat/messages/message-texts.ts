import { Cache, entriesWithin } from '../../platform/cache.ts'
import type { Chat, ChatConfig, ChatFollower } from '../chat.ts'
import { changedMessages, changingEvents } from './changed-messages.ts'
import { loadExtras } from './message-extras-store.ts'
import { loadMessageParts } from './message-parts.ts'
import { findMessages } from './message-store.ts'
import { MessageText } from './message-text.ts'
import { readHistory } from './read-history.ts'

/** Of the smallest message; see MessageText.size. */
const LEAST_BYTES = 2000

/** Row ids of all organizations in one number; both parts together stay below 2^53. */
const REALM_STEP = 2 ** 32

/** Messages that are ready to be sent. */
export class MessageTexts {
  readonly #cache: Cache<number, MessageText>

  constructor(chat: () => Chat, follower: ChatFollower, config: ChatConfig) {
    const bytes = config.historyCacheMegabytes * 2 ** 20
    this.#cache = new Cache<number, MessageText>({
      entries: entriesWithin(config, Math.ceil(bytes / LEAST_BYTES)),
      bytes,
      sizeOf: (text) => text.size,
      groupOf: (key) => Math.floor(key / REALM_STEP),
      load: (keys) => loadTexts(chat(), keys),
    })
    follower.on('message', ({ tenant, payload }) => {
      this.#cache.set(keyOf(tenant, payload.message.view.id), new MessageText(payload.message))
    })
    follower.on(changingEvents, (event) => {
      const changed = changedMessages(event)
      if (changed === 'all') this.invalidate(event.tenant)
      else for (const id of changed) this.#cache.invalidate(keyOf(event.tenant, id))
    })
    follower.onSkip((tenant) => this.invalidate(tenant))
  }

  get bytes(): number {
    return this.#cache.bytes
  }

  /** All messages of an organization. */
  invalidate(realmId: number): void {
    this.#cache.invalidateGroup(realmId)
  }

  /** In the order of `ids`; messages that are gone are left out. */
  async getMany(realmId: number, ids: readonly number[]): Promise<MessageText[]> {
    const texts: (MessageText | undefined)[] = ids.map((id) => this.#cache.peek(keyOf(realmId, id)))
    if (!texts.includes(undefined)) return texts as MessageText[]
    const missing = ids.filter((_id, index) => texts[index] === undefined)
    const loaded = await this.#cache.getMany(missing.map((id) => keyOf(realmId, id)))
    return ids.flatMap((id, index) => texts[index] ?? loaded.get(keyOf(realmId, id)) ?? [])
  }
}

const keyOf = (realmId: number, id: number) => realmId * REALM_STEP + id

/** All keys are of one organization. */
async function loadTexts(chat: Chat, keys: readonly number[]): Promise<Map<number, MessageText>> {
  const realmId = Math.floor(keys[0]! / REALM_STEP)
  const ids = keys.map((key) => key % REALM_STEP)
  const realm = await chat.realmsById.require(realmId)
  const parts = await readHistory(chat, realmId, async (db) => {
    const rows = Promise.all([findMessages(db, realmId, ids), loadExtras(db, realmId, ids)])
    return loadMessageParts(chat, db, realm, ...(await rows))
  })
  return new Map(parts.map((part) => [keyOf(realmId, part.view.id), new MessageText(part)]))
}
