import type { Chat } from '../chat.ts'
import type { FlagName } from '../messages/message-view.ts'
import type { User } from '../users/user.ts'
import { type Flags, loadFlags } from './reader-flags.ts'

/** The flags of one reader as a JSON text. */
export type FlagReader = (
  messageId: number,
  streamId: number | null,
  topic: string,
  mentionsEveryone: boolean,
  received: boolean,
) => string

export function flagReaderOf(flags: Flags): FlagReader {
  const { state } = flags
  return (id, streamId, topic, mentionsEveryone, received) => {
    const row = flags.of(id)
    // Found in an open history: nobody waits for it to be read.
    const read = !received || state.isRead(id, streamId, topic)
    if (received && !row && !mentionsEveryone) return read ? '["read"]' : '[]'
    const names: FlagName[] = []
    if (read) names.push('read')
    if (row?.starred) names.push('starred')
    if (row?.collapsed) names.push('collapsed')
    if (row?.mentioned) names.push('mentioned')
    if (mentionsEveryone && received) names.push('wildcard_mentioned')
    if (row?.has_alert_word) names.push('has_alert_word')
    if (!received) names.push('historical')
    return JSON.stringify(names)
  }
}

/** Of the messages between two ids, from memory where it reaches so far back. */
export async function findFlags(chat: Chat, user: User, from: number, to: number): Promise<Flags> {
  const { knownFlags } = chat
  const known = knownFlags.peek(user.realm_id, user.id) ?? (await knownFlags.get(user.realm_id, user.id))
  return known.from <= from ? known : loadFlags(chat.database.read, user.realm_id, user.id, from, to)
}
