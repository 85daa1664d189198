import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform, Db } from '../../chat-platform.ts'
import type { Actor } from '../../identity/users/user.ts'
import { checkEmoji, type Emoji, findEmojiByName } from '../../markdown/custom-emoji/find-emoji.ts'
import { personStatusChanged } from './person-status-events.ts'
import { deletePersonStatus, findPersonStatus, storePersonStatus } from './person-status-store.ts'
import type { PersonStatusesTable } from './person-statuses-table.ts'

/** undefined: unchanged; an empty text clears the field. */
export interface StatusChange {
  away: boolean | undefined
  text: string | undefined
  emojiName: string | undefined
  emojiCode: string | undefined
  reactionType: string | undefined
}

type Columns = Omit<PersonStatusesTable, 'realm_id' | 'user_id'>

const nothing: Columns = { away: 0, status_text: '', emoji_name: '', emoji_code: '', reaction_type: '' }

export function setPersonStatus(
  chat: ChatPlatform,
  { realm, user }: Actor,
  change: StatusChange,
): Promise<void> {
  return chat.transact(realm.id, async (transaction) => {
    const { db } = transaction
    const changed: Partial<Columns> = {
      ...(change.away !== undefined && { away: change.away ? 1 : 0 }),
      ...(change.text !== undefined && { status_text: change.text.trim() }),
      ...(await readEmoji(db, realm.id, change)),
    }
    if (Object.keys(changed).length === 0) throw badRequest('Client did not pass any new values.')
    const key = { realm_id: realm.id, user_id: user.id }
    const row = { ...nothing, ...(await findPersonStatus(db, realm.id, user.id)), ...key, ...changed }
    const isEmpty = Object.entries(nothing).every(([name, value]) => row[name as keyof Columns] === value)
    if (isEmpty) await deletePersonStatus(db, realm.id, user.id)
    else await storePersonStatus(db, row)
    transaction.announce(personStatusChanged(row, changed))
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
