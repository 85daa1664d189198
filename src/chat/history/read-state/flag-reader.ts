import { readerKey } from '../../identity/users/reader-key.ts'
import type { User } from '../../identity/users/user.ts'
import { listFlagsBetween } from '../../messages/flags/message-flag-store.ts'
import type { FlagName } from '../../messages/message-view.ts'
import type { History } from '../history.ts'

/** The fields of a message that its flags depend on. */
export interface FlaggedMessage {
  readonly id: number
  readonly recipientId: number
  /** it mentions everyone */
  readonly everyone: boolean
}

/** Returns the flags of a message for one reader, as JSON. */
export type FlagReader = (message: FlaggedMessage, received: boolean) => string

/** For messages from this id on. */
export async function createFlagReader(chat: History, user: User, from: number): Promise<FlagReader> {
  const key = readerKey(user.realm_id, user.id)
  const { read, flags, flagsFrom } = chat.readerStates.peek(key) ?? (await chat.readerStates.require(key))
  const rows =
    flagsFrom <= from
      ? flags
      : new Map(
          (await listFlagsBetween(chat.database.read, user.realm_id, user.id, from, flagsFrom - 1)).map(
            (row) => [row.message_id, row],
          ),
        )
  return ({ id, recipientId, everyone }, received) => {
    const row = rows.get(id) ?? flags.get(id)
    // A message from an open history was never received, so it does not count as unread.
    const isRead = !received || read.get(recipientId)?.has(id) === true
    if (received && !row && !everyone) return isRead ? '["read"]' : '[]'
    const names: FlagName[] = []
    if (isRead) names.push('read')
    if (row?.starred) names.push('starred')
    if (row?.collapsed) names.push('collapsed')
    if (row?.mentioned) names.push('mentioned')
    if (everyone && received) names.push('wildcard_mentioned')
    if (row?.has_alert_word) names.push('has_alert_word')
    if (!received) names.push('historical')
    return JSON.stringify(names)
  }
}
