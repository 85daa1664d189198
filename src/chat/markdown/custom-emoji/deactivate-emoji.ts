import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import { may } from '../../identity/permissions.ts'
import type { Actor } from '../../identity/users/user.ts'
import { realmEmojiChanged } from './realm-emoji-events.ts'
import { deactivateEmojiRow, findLiveEmoji, listRealmEmoji } from './realm-emoji-store.ts'

/** The emoji can no longer be used; existing messages still show it. */
export function deactivateEmoji(chat: ChatPlatform, { realm, user }: Actor, name: string): Promise<void> {
  return chat.transact(realm.id, async (transaction) => {
    const { db } = transaction
    const emoji = await findLiveEmoji(db, realm.id, name)
    if (!emoji) throw badRequest(`Emoji '${name}' does not exist`)
    if (!may(user, 'remove emoji', emoji.author_id === user.id)) {
      throw badRequest('Must be an organization administrator or emoji author')
    }
    await deactivateEmojiRow(db, realm.id, emoji.id)
    transaction.announce(realmEmojiChanged(await listRealmEmoji(db, realm.id)))
  })
}
