import type { Db } from '../chat-platform.ts'
import type { MessageText } from '../messages/message-text.ts'
import { readHistory } from '../messages/read-history.ts'
import { messageWords } from '../messages/search-index/message-words.ts'
import { searchKey } from './found-messages.ts'
import { type History, recipientKey } from './history.ts'
import { queryMessages, queryPlaces } from './message-query-store.ts'
import {
  type FoundMessage,
  inDirection,
  type MessageSearch,
  type MessageSource,
  type Place,
} from './message-search.ts'
import { findByText } from './search/find-by-text.ts'
import { loadWords } from './search/indexed-text-store.ts'
import { hasTextCondition } from './search/text-condition.ts'

/** Runs queries in a snapshot, or where history is read. */
type Read = <T>(work: (db: Db) => Promise<T>) => Promise<T>
/** The words of messages by id, for messages that are not indexed yet. */
type Words = (ids: readonly number[]) => Promise<ReadonlyMap<number, string>>

/** The messages of an organization, read with the caches of this server. */
export function historySource(chat: History, realmId: number): MessageSource {
  const source = messageSource(
    (work) => readHistory(chat, realmId, work),
    async (ids) => {
      const texts = await chat.messageTexts.getMany(realmId, ids)
      return new Map(texts.map((text) => [text.id, wordsOf(text)]))
    },
  )
  async function cached(key: string | undefined, find: () => Promise<readonly FoundMessage[]>) {
    if (key === undefined) return find()
    return (await chat.foundMessages.get(key, async () => new Map([[key, await find()]])))!
  }
  return {
    find: (search) => cached(searchKey(search), () => source.find(search)),
    findInPlaces: (search, places) =>
      cached(searchKey(search, places), () => source.findInPlaces(search, places)),
    async endsOf(recipientIds) {
      const ends = new Map<number, number>()
      for (const id of recipientIds) ends.set(id, await chat.recipientEnds.require(recipientKey(realmId, id)))
      return ends
    },
  }
}

/** The same in one snapshot. */
export const snapshotSource = (db: Db, realmId: number): MessageSource =>
  messageSource(
    (work) => work(db),
    (ids) => loadWords(db, realmId, ids),
  )

function messageSource(read: Read, words: Words): MessageSource {
  const query = (search: MessageSearch) => read((db) => queryMessages(db, search))
  const findText = (search: MessageSearch) => read((db) => findByText(db, search, { query, words }))

  async function findTextInPlaces(search: MessageSearch, places: readonly Place[]): Promise<FoundMessage[]> {
    const found: FoundMessage[] = []
    for (const { recipientId, from, to } of places) {
      const place = { kind: 'column', column: 'recipient_id', values: [recipientId], negated: false } as const
      const after = Math.max(search.after, from - 1)
      const before = Math.min(search.before, to + 1)
      found.push(...(await findText({ ...search, after, before, conditions: [...search.conditions, place] })))
    }
    return found
  }

  return {
    find: (search) => (hasTextCondition(search) ? findText(search) : query(search)),
    async findInPlaces(search, places) {
      const found = hasTextCondition(search)
        ? await findTextInPlaces(search, places)
        : await read((db) => queryPlaces(db, search, places))
      return found.sort(inDirection(search)).slice(0, search.limit)
    },
    endsOf: async () => new Map(),
  }
}

/** The words of a message are cached as long as the message. */
const cachedWords = new WeakMap<MessageText, string>()

function wordsOf(text: MessageText): string {
  let words = cachedWords.get(text)
  if (words === undefined) {
    words = messageWords(text.subject, text.renderedContent)
    cachedWords.set(text, words)
  }
  return words
}
