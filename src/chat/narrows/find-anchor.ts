import type { Db } from '../chat.ts'
import { listUnread } from '../read-state/list-unread.ts'
import type { ReceptionsTable } from '../recipients/recipients-table.ts'
import type { Actor } from '../users/user.ts'
import { type CompiledNarrow, notMuted } from './condition.ts'
import { searchMessages } from './search-store.ts'

/** Above every message there can be: stands for the newest. */
export const NEWEST = 10_000_000_000_000_000
export const OLDEST = 0

const IDS_AT_ONCE = 5000

/** The first message of the narrow that the actor has not read, leaving out what is muted. */
export async function findFirstUnread(db: Db, actor: Actor, narrow: CompiledNarrow): Promise<number> {
  const named = namedRecipients(narrow)
  const isWanted = named && (({ recipient_id: id }: ReceptionsTable) => named.includes(id))
  const found = await listUnread(db, actor.realm.id, actor.user.id, isWanted)
  const unread = found.map((message) => message.id)
  for (let start = 0; start < unread.length; start += IDS_AT_ONCE) {
    const ids = unread.slice(start, start + IDS_AT_ONCE)
    const [first] = await searchMessages(db, {
      realmId: actor.realm.id,
      userId: actor.user.id,
      conditions: [{ kind: 'unread', ids, negated: false }, notMuted, ...narrow.conditions],
      direction: 'ascending',
      limit: 1,
    })
    if (first) return first.id
  }
  return NEWEST
}

/** The streams and conversations to which the narrow is limited: what is unread elsewhere need not be looked for. */
function namedRecipients({ conditions }: CompiledNarrow): readonly number[] | undefined {
  for (const condition of conditions) {
    if (condition.negated) continue
    if (condition.kind === 'recipient') return [condition.id]
    if (condition.kind === 'recipients') return condition.ids
  }
  return undefined
}
