import type { Chat } from '../../chat.ts'
import { badRequest } from '../../chat-error.ts'
import { type Actor, isAdministrator } from '../../identity/users/user.ts'
import { realmEmojiChanged } from './realm-emoji-events.ts'
import { deactivateEmojiRow, findLiveEmoji, listRealmEmoji } from './realm-emoji-store.ts'

/** Nobody can use it any more; messages that have it go on showing it. */
export function deactivateEmoji(chat: Chat, { realm, user }: Actor, name: string): Promise<void> {
  return chat.transact(realm.id, async (transaction) => {
    const { db } = transaction
    const emoji = await findLiveEmoji(db, realm.id, name)
    if (!emoji) throw badRequest(`Emoji '${name}' does not exist`)
    if (emoji.author_id !== user.id && !isAdministrator(user)) {
      throw badRequest('Must be an organization administrator or emoji author')
    }
    await deactivateEmojiRow(db, realm.id, emoji.id)
    transaction.announce(realmEmojiChanged(await listRealmEmoji(db, realm.id)))
  })
}
