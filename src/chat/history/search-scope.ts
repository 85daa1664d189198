import { IdRanges } from '../../platform/caches/id-ranges.ts'
import { readerKey } from '../identity/users/reader-key.ts'
import type { Actor } from '../identity/users/user.ts'
import type { Receptions } from '../streams/recipients/receptions.ts'
import type { History } from './history.ts'
import type { CompiledNarrow, Condition } from './narrows/condition.ts'
import { unreadRanges } from './read-state/unread-ranges.ts'

/** The messages that a search may find, as ranges of ids by recipient. */
export type Scope = ReadonlyMap<number, IdRanges>

export interface ScopedNarrow {
  readonly scope: Scope
  /** the conditions that the scope does not already ensure */
  readonly conditions: readonly Condition[]
}

/**
 * What the actor may see in a narrow. Conditions on the recipient, the id and the unread state become part of the
 * scope; the others are checked for each message.
 */
export async function scopeNarrow(
  chat: History,
  actor: Actor,
  receptions: Receptions,
  { conditions, openRecipients }: CompiledNarrow,
): Promise<ScopedNarrow> {
  let scope: Scope = visibleScope(receptions, openRecipients, wantedRecipients(conditions))
  const left: Condition[] = []
  for (const condition of conditions) {
    if (condition.kind === 'unread') {
      const { read } = await chat.readerStates.require(readerKey(actor.realm.id, actor.user.id))
      const unread = unreadRanges(receptions, read)
      scope = mapRanges(scope, (ranges, id) =>
        restrict(ranges, unread.get(id) ?? IdRanges.none, condition.negated),
      )
    } else if (condition.kind === 'column' && condition.column === 'id') {
      const ids = IdRanges.of(condition.values.map((id) => ({ from: id, to: id })))
      scope = mapRanges(scope, (ranges) => restrict(ranges, ids, condition.negated))
    } else if (condition.kind === 'column' && condition.column === 'recipient_id') {
      const named = new Set(condition.values)
      scope = new Map([...scope].filter(([id]) => named.has(id) !== condition.negated))
    } else left.push(condition)
  }
  return { scope, conditions: left }
}

/** The recipients that a narrow is limited to, so that others need not be checked; undefined: not limited. */
function wantedRecipients(conditions: readonly Condition[]): readonly number[] | undefined {
  for (const condition of conditions) {
    if (condition.kind === 'column' && condition.column === 'recipient_id' && !condition.negated)
      return condition.values
  }
  return undefined
}

/** Received messages and open histories, limited to the wanted recipients if given. */
export function visibleScope(
  receptions: Receptions,
  open: ReadonlySet<number> = new Set(),
  wanted?: readonly number[],
): Scope {
  const scope = new Map<number, IdRanges>()
  for (const id of wanted ?? new Set([...receptions.keys(), ...open])) {
    const ranges = open.has(id) ? everything : receptions.get(id)?.received
    if (ranges && !ranges.isEmpty) scope.set(id, ranges)
  }
  return scope
}

const everything = IdRanges.between(1, Number.MAX_SAFE_INTEGER)

const restrict = (ranges: IdRanges, to: IdRanges, negated: boolean) =>
  negated ? ranges.minus(to) : ranges.intersect(to)

function mapRanges(scope: Scope, change: (ranges: IdRanges, recipientId: number) => IdRanges): Scope {
  const changed = new Map<number, IdRanges>()
  for (const [id, ranges] of scope) {
    const left = change(ranges, id)
    if (!left.isEmpty) changed.set(id, left)
  }
  return changed
}
