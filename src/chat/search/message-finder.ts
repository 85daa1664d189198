import type { Chat } from '../chat.ts'
import type { MessageParts } from '../messages/message-text.ts'
import { readHistory } from '../messages/read-history.ts'
import type { Finder } from '../narrows/find-visible.ts'
import { queryMessages } from '../narrows/message-query-store.ts'
import type { Realm } from '../realms/realm.ts'
import { findByText } from './find-by-text.ts'
import { messageWords } from './message-words.ts'
import { asksForText } from './text-condition.ts'

/** Finds messages of an organization: among the newest in memory first, and text in what is remembered of them. */
export function messageFinder(chat: Chat, realm: Realm): Finder {
  const query: Finder = async (search) =>
    (await chat.recentMessages.search(search)) ??
    readHistory(chat, realm.id, (db) => queryMessages(db, search))
  const words = async (ids: readonly number[]) => {
    const texts = await chat.messageTexts.get(chat, realm, ids)
    return new Map(texts.map((text) => [text.id, wordsOf(text.parts)]))
  }
  return (search) =>
    asksForText(search)
      ? readHistory(chat, realm.id, (db) => findByText(db, search, { query, words }))
      : query(search)
}

/** As long as a message is remembered, so are its words. */
const known = new WeakMap<MessageParts, string>()

function wordsOf(parts: MessageParts): string {
  let words = known.get(parts)
  if (words === undefined) {
    words = messageWords(parts.view.subject, parts.rendered_content)
    known.set(parts, words)
  }
  return words
}
