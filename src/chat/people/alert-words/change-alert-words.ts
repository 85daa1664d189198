import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform, ChatTransaction, Db } from '../../chat-platform.ts'
import type { Actor } from '../../identity/users/user.ts'
import { alertWordsChanged } from '../user-events.ts'
import { alertWordsTable } from './alert-words-table.ts'

/** Every message is matched against all of them. */
const WORDS_LIMIT = 500

export function getAlertWords(chat: ChatPlatform, actor: Actor): Promise<string[]> {
  return listAlertWords(chat.database.read, actor)
}

export async function listAlertWords(db: Db, { realm, user }: Actor): Promise<string[]> {
  const rows = await alertWordsTable.pick(db, { realm_id: realm.id, user_id: user.id }, ['word'])
  return rows.map((row) => row.word)
}

export function addAlertWords(chat: ChatPlatform, actor: Actor, words: readonly string[]): Promise<string[]> {
  return chat.transact(actor.realm.id, async (transaction) => {
    const known = await listAlertWords(transaction.db, actor)
    const added = clean(words).filter((word) => !known.includes(word))
    if (known.length + added.length > WORDS_LIMIT)
      throw badRequest(`Too many alert words (limit: ${WORDS_LIMIT})`)
    await alertWordsTable.insertIfAbsent(
      transaction.db,
      added.map((word) => ({ realm_id: actor.realm.id, user_id: actor.user.id, word })),
    )
    return announce(transaction, actor)
  })
}

export function removeAlertWords(
  chat: ChatPlatform,
  actor: Actor,
  words: readonly string[],
): Promise<string[]> {
  return chat.transact(actor.realm.id, async (transaction) => {
    await alertWordsTable.removeWhere(transaction.db, {
      realm_id: actor.realm.id,
      user_id: actor.user.id,
      word: clean(words),
    })
    return announce(transaction, actor)
  })
}

async function announce(transaction: ChatTransaction, actor: Actor): Promise<string[]> {
  const words = await listAlertWords(transaction.db, actor)
  transaction.announce(alertWordsChanged(actor.user.id, words))
  return words
}

const clean = (words: readonly string[]) => [
  ...new Set(
    words.map((word) => word.trim().toLowerCase()).filter((word) => word !== '' && !word.includes('\0')),
  ),
]
