import { t } from '../../texts/texts.ts'
import type { ChatState } from '../state/chat-state.ts'

/** How many people are named. */
const NAMED = 3

export interface MoveDescription {
  lines: readonly string[]
  /** somebody can no longer read the messages */
  isLoss: boolean
}

/** Who sees messages after a move to another stream, who does not any more, and to whom they are new. */
export function describeMove(state: ChatState, sourceId: number, targetId: number): MoveDescription {
  const source = state.streams.get(sourceId)
  const target = state.streams.get(targetId)
  if (!source || !target) return { lines: [], isLoss: false }
  const before = peopleIn(state, sourceId)
  const after = peopleIn(state, targetId)
  const missing = before.filter((id) => !after.includes(id))
  const lines = [target.invite_only ? t.topics.moveToPrivate(target.name) : t.topics.moveToPublic]
  const losers = target.invite_only ? missing : missing.filter((id) => state.people.get(id)?.is_guest)
  if (losers.length > 0) lines.push(t.topics.moveLoses(named(state, losers)))
  if (target.invite_only && !target.history_public_to_subscribers) lines.push(t.topics.moveClosedHistory)
  const added = after.filter((id) => !before.includes(id))
  if (source.invite_only && target.invite_only && added.length > 0)
    lines.push(t.topics.moveGains(named(state, added)))
  return { lines, isLoss: losers.length > 0 || (!source.invite_only && target.invite_only) }
}

const peopleIn = ({ subscribers, people }: ChatState, streamId: number): number[] =>
  [...(subscribers.get(streamId) ?? [])].filter((id) => people.get(id)?.is_active === true)

function named({ people }: ChatState, ids: readonly number[]): string {
  const names = ids.slice(0, NAMED).map((id) => people.get(id)!.full_name)
  const more = ids.length - names.length
  return more === 0 ? names.join(', ') : t.topics.andMore(names.join(', '), more)
}
