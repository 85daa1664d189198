import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform, Db } from '../../chat-platform.ts'
import type { Actor } from '../../identity/users/user.ts'
import { checkEmoji, type Emoji, findEmojiByName } from '../../markdown/custom-emoji/find-emoji.ts'
import { changePersonStatus, type StatusColumns } from './change-person-status.ts'

/** undefined: unchanged; an empty text clears the field. */
export interface StatusChange {
  away: boolean | undefined
  text: string | undefined
  emojiName: string | undefined
  emojiCode: string | undefined
  reactionType: string | undefined
}

export function setPersonStatus(
  chat: ChatPlatform,
  { realm, user }: Actor,
  change: StatusChange,
): Promise<void> {
  return chat.transact(realm.id, async (transaction) => {
    const { db } = transaction
    const changed: Partial<StatusColumns> = {
      ...(change.away !== undefined && { away: change.away ? 1 : 0 }),
      ...(change.text !== undefined && { status_text: change.text.trim() }),
      ...(await readEmoji(db, realm.id, change)),
    }
    if (Object.keys(changed).length === 0) throw badRequest('Client did not pass any new values.')
    await changePersonStatus(transaction, { realm_id: realm.id, user_id: user.id }, changed)
  })
}

/** By its name alone, or by name, code and type as in reactions. */
async function readEmoji(db: Db, realmId: number, change: StatusChange): Promise<Emoji | undefined> {
  const { emojiName, emojiCode, reactionType } = change
  if (emojiName === undefined) {
    if (emojiCode === undefined && reactionType === undefined) return undefined
    throw badRequest('Client must pass emoji_name if they pass either emoji_code or reaction_type.')
  }
  if (emojiName === '') return { emoji_name: '', emoji_code: '', reaction_type: '' }
  if (emojiCode === undefined) {
    const emoji = await findEmojiByName(db, realmId, emojiName)
    if (!emoji) throw badRequest(`Emoji '${emojiName}' does not exist`)
    return emoji
  }
  const named = {
    emoji_name: emojiName,
    emoji_code: emojiCode,
    reaction_type: reactionType ?? 'unicode_emoji',
  }
  const { emoji_name, emoji_code, reaction_type } = await checkEmoji(db, realmId, named)
  return { emoji_name, emoji_code, reaction_type }
}
