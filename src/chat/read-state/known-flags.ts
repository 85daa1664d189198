import type { LoggedEvent } from '../../platform/events/event-log.ts'
import type { Remembered } from '../../platform/remembered.ts'
import type { Audience } from '../audience.ts'
import type { Db } from '../chat.ts'
import type { MessageEventPayload } from '../messages/message-events.ts'
import { listFlagsBetween } from './message-flag-store.ts'
import type { MessageFlagsTable } from './message-flags-table.ts'
import { listReadMarks } from './read-mark-store.ts'
import { ReadState } from './read-state.ts'

/** One person's flags of the messages from `from` on. */
export interface Flags {
  from: number
  rows: ReadonlyMap<number, MessageFlagsTable>
  state: ReadState
}

/** Flags of the newest messages by person: whoever opens a page there asks for the same again. */
export type KnownFlags = Remembered<string, Flags>

export const flagsKey = (realmId: number, userId: number) => `${realmId}:${userId}`

export async function loadFlags(
  db: Db,
  realmId: number,
  userId: number,
  from: number,
  to = Number.MAX_SAFE_INTEGER,
): Promise<Flags> {
  const rows = new Map(
    (await listFlagsBetween(db, realmId, userId, from, to)).map((row) => [row.message_id, row]),
  )
  const exceptions = new Map<number, boolean>()
  for (const [id, row] of rows) if (row.read !== null) exceptions.set(id, row.read === 1)
  const marks = await listReadMarks(db, realmId, userId, from)
  return { from, rows, state: new ReadState(marks, exceptions) }
}

/** Every change of somebody's flags or marks is told by one of these. */
export function forgetChangedFlags(known: KnownFlags, event: LoggedEvent): void {
  const forget = (userIds: readonly number[]) => {
    for (const userId of userIds) known.forget(flagsKey(event.tenant, userId))
  }
  switch (event.type) {
    case 'update_message_flags':
    case 'subscription':
      forget((event.audience as Audience).users ?? [])
      break
    case 'message': {
      const { mentioned, alerted, read } = event.payload as MessageEventPayload
      forget(mentioned)
      forget(alerted)
      forget(read)
      break
    }
    case 'update_message':
      // Mentions come and go, and marks of another topic apply: for anybody.
      known.forgetAll()
      break
  }
}
