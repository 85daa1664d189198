import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform, ChatTransaction } from '../../chat-platform.ts'
import type { Actor } from '../../identity/users/user.ts'
import { alertWordsChanged } from '../user-events.ts'
import { deleteAlertWords, insertAlertWords, listAlertWordsOf } from './alert-word-store.ts'

/** Every message is matched against all of them. */
const WORDS_LIMIT = 500

export function getAlertWords(chat: ChatPlatform, actor: Actor): Promise<string[]> {
  return listAlertWordsOf(chat.database.read, actor.realm.id, actor.user.id)
}

export function addAlertWords(chat: ChatPlatform, actor: Actor, words: readonly string[]): Promise<string[]> {
  return chat.transact(actor.realm.id, async (transaction) => {
    const known = await listAlertWordsOf(transaction.db, actor.realm.id, actor.user.id)
    const added = clean(words).filter((word) => !known.includes(word))
    if (known.length + added.length > WORDS_LIMIT)
      throw badRequest(`Too many alert words (limit: ${WORDS_LIMIT})`)
    await insertAlertWords(transaction.db, actor.realm.id, actor.user.id, added)
    return announce(transaction, actor)
  })
}

export function removeAlertWords(
  chat: ChatPlatform,
  actor: Actor,
  words: readonly string[],
): Promise<string[]> {
  return chat.transact(actor.realm.id, async (transaction) => {
    await deleteAlertWords(transaction.db, actor.realm.id, actor.user.id, clean(words))
    return announce(transaction, actor)
  })
}

async function announce(transaction: ChatTransaction, actor: Actor): Promise<string[]> {
  const words = await listAlertWordsOf(transaction.db, actor.realm.id, actor.user.id)
  transaction.announce(alertWordsChanged(actor.user.id, words))
  return words
}

const clean = (words: readonly string[]) => [
  ...new Set(
    words.map((word) => word.trim().toLowerCase()).filter((word) => word !== '' && !word.includes('\0')),
  ),
]
