import type { Db } from '../chat.ts'
import type { FlagName } from '../messages/message-view.ts'
import type { User } from '../users/user.ts'
import { listFlagsBetween } from './message-flag-store.ts'
import { listReadMarks } from './read-mark-store.ts'
import { ReadState } from './read-state.ts'

/** The flags of one reader as a JSON text. */
export type FlagReader = (
  messageId: number,
  streamId: number | null,
  topic: string,
  mentionsEveryone: boolean,
  received: boolean,
) => string

/** For messages between two ids: a few rows, however many messages there are. */
export async function flagReader(db: Db, user: User, from: number, to: number): Promise<FlagReader> {
  const rows = new Map(
    (await listFlagsBetween(db, user.realm_id, user.id, from, to)).map((row) => [row.message_id, row]),
  )
  const exceptions = new Map<number, boolean>()
  for (const [id, row] of rows) if (row.read !== null) exceptions.set(id, row.read === 1)
  const state = new ReadState(await listReadMarks(db, user.realm_id, user.id, from), exceptions)

  return (id, streamId, topic, mentionsEveryone, received) => {
    const row = rows.get(id)
    // Found in an open history: nobody waits for it to be read.
    const read = !received || state.isRead({ id, streamId, topicKey: topic.toLowerCase() })
    if (received && !row && !mentionsEveryone) return read ? '["read"]' : '[]'
    const flags: FlagName[] = []
    if (read) flags.push('read')
    if (row?.starred) flags.push('starred')
    if (row?.collapsed) flags.push('collapsed')
    if (row?.mentioned) flags.push('mentioned')
    if (mentionsEveryone && received) flags.push('wildcard_mentioned')
    if (row?.has_alert_word) flags.push('has_alert_word')
    if (!received) flags.push('historical')
    return JSON.stringify(flags)
  }
}
