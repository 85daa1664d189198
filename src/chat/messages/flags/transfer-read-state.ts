import { IdRanges } from '../../../platform/caches/id-ranges.ts'
import type { Db } from '../../chat-platform.ts'
import { listArrivals } from '../../streams/recipients/arrival-store.ts'
import { byRecipient } from '../../streams/recipients/receptions.ts'
import { listReceptionsOfUsers } from '../../streams/recipients/recipient-store.ts'
import { loadReadNear, replaceRangesOfUsers, type Transfer } from './read-transfer-store.ts'

/** A message that was moved, and the ids that it covers in its new stream. */
export interface Moved {
  id: number
  from: number
}

/**
 * Within the transaction of a move: what a subscriber of the target had not read stays unread, and everything else
 * counts as read, also for subscribers to whom it is new. So a move never makes anything unread.
 */
export async function transferReadState(
  db: Db,
  { realmId, source, target, first, last }: Transfer,
  moved: readonly Moved[],
  userIds: readonly number[],
): Promise<void> {
  if (userIds.length === 0) return
  const readThere = await loadReadNear(db, realmId, source, userIds, { first, last })
  const readHere = await loadReadNear(db, realmId, target, userIds, { first: moved[0]!.from, last })
  const receives = await loadReceiving(db, realmId, source, userIds)
  const all = covered(moved)
  const gone: [number, number][] = []
  const added: [number, number, number][] = []
  for (const userId of userIds) {
    const receiving = receives.get(userId)
    const wasRead = readThere.get(userId)
    const unread = moved.filter(({ id }) => receiving?.has(id) && !wasRead?.has(id))
    const before = readHere.get(userId) ?? IdRanges.none
    const after = before.union(all).minus(covered(unread))
    const known = new Set(before.ranges.map(keyOf))
    const kept = new Set(after.ranges.map(keyOf))
    for (const range of before.ranges) if (!kept.has(keyOf(range))) gone.push([userId, range.from])
    for (const range of after.ranges) if (!known.has(keyOf(range))) added.push([userId, range.from, range.to])
  }
  await replaceRangesOfUsers(db, { realmId, recipientId: target }, gone, added)
}

const covered = (moved: readonly Moved[]) => IdRanges.of(moved.map(({ id, from }) => ({ from, to: id })))

const keyOf = ({ from, to }: { from: number; to: number }) => `${from}-${to}`

/** What these users currently receive from a recipient. */
async function loadReceiving(
  db: Db,
  realmId: number,
  recipientId: number,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, IdRanges>> {
  const arrivals = await listArrivals(db, realmId, [recipientId])
  const receiving = new Map<number, IdRanges>()
  for (const row of await listReceptionsOfUsers(db, realmId, recipientId, userIds)) {
    const current = byRecipient([row], arrivals).get(recipientId)?.current
    if (current) receiving.set(row.user_id, current)
  }
  return receiving
}
