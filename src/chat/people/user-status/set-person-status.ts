import { secondsOf } from '../../../platform/clock.ts'
import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform, ChatTransaction, Db } from '../../chat-platform.ts'
import { type Actor, isBot, type User } from '../../identity/users/user.ts'
import { checkEmoji, type Emoji, findEmojiByName } from '../../markdown/custom-emoji/find-emoji.ts'
import { accessAccount, noSuchUser } from '../user-access.ts'
import { changePersonStatus, type StatusColumns } from './change-person-status.ts'

/** undefined: unchanged; an empty text clears the field. */
export interface StatusChange {
  away: boolean | undefined
  doNotDisturb: boolean | undefined
  text: string | undefined
  emojiName: string | undefined
  emojiCode: string | undefined
  reactionType: string | undefined
  /** null: never */
  clearAt: number | null | undefined
}

export const setOwnStatus = (chat: ChatPlatform, { realm, user }: Actor, change: StatusChange) =>
  chat.transact(realm.id, (transaction) => setStatus(chat, transaction, user, change))

/** For administrators. */
export function setStatusOf(
  chat: ChatPlatform,
  { realm }: Actor,
  userId: number,
  change: StatusChange,
): Promise<void> {
  return chat.transact(realm.id, async (transaction) => {
    const user = await accessAccount(transaction.db, realm, userId)
    if (!user.is_active || isBot(user)) throw noSuchUser()
    await setStatus(chat, transaction, user, change)
  })
}

async function setStatus(
  chat: ChatPlatform,
  transaction: ChatTransaction,
  user: User,
  change: StatusChange,
): Promise<void> {
  const { db } = transaction
  if (change.away && change.doNotDisturb) throw badRequest('away and do_not_disturb exclude each other.')
  if (change.clearAt && change.clearAt <= secondsOf(chat.clock)) {
    throw badRequest('clear_at must be in the future.')
  }
  const changed: Partial<StatusColumns> = {
    ...(change.away !== undefined && { away: change.away ? 1 : 0 }),
    ...(change.doNotDisturb !== undefined && { do_not_disturb: change.doNotDisturb ? 1 : 0 }),
    ...(change.text !== undefined && { status_text: change.text.trim() }),
    ...(await readEmoji(db, user.realm_id, change)),
    ...(change.clearAt !== undefined && { clear_at: change.clearAt }),
  }
  if (Object.keys(changed).length === 0) throw badRequest('Client did not pass any new values.')
  const row = await changePersonStatus(transaction, { realm_id: user.realm_id, user_id: user.id }, changed)
  if (change.clearAt && row.clear_at === null) throw badRequest('There is no status to clear.')
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
