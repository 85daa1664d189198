import { ChatError } from '../../chat-error.ts'
import type { Db } from '../../chat-platform.ts'
import { legalHoldsTable } from './legal-holds-table.ts'

/** Whose and which streams' data must not be deleted at present. */
export interface Holds {
  readonly users: ReadonlySet<number>
  readonly streams: ReadonlySet<number>
}

/** To be read in the transaction that deletes. An organization has few of them. */
export async function findHolds(db: Db, realmId: number): Promise<Holds> {
  const rows = await legalHoldsTable.list(db, { realm_id: realmId, released_at: null })
  return {
    users: new Set(rows.flatMap((row) => row.user_id ?? [])),
    streams: new Set(rows.flatMap((row) => row.stream_id ?? [])),
  }
}

interface HoldableMessage {
  sender_id: number
  stream_id: number | null
}

/** A message is held with its sender, its stream, or anybody in its private conversation. */
export const isHeld = (
  { users, streams }: Holds,
  { sender_id: sender, stream_id: stream }: HoldableMessage,
  members: readonly number[] | null,
): boolean =>
  users.has(sender) ||
  (stream !== null && streams.has(stream)) ||
  (members?.some((member) => users.has(member)) ?? false)

export const underLegalHold = (what: string) =>
  new ChatError(`${what} under a legal hold and cannot be deleted.`, { code: 'LEGAL_HOLD' })

/** Refuses to delete any of these messages of one stream or conversation. */
export async function refuseIfHeld(
  db: Db,
  realmId: number,
  messages: readonly HoldableMessage[],
  members: readonly number[] | null,
): Promise<void> {
  const holds = await findHolds(db, realmId)
  if (messages.some((message) => isHeld(holds, message, members))) {
    throw underLegalHold(messages.length === 1 ? 'This message is' : 'Some of these messages are')
  }
}
