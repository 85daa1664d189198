import { badNarrow } from '../../chat-error.ts'
import type { Db } from '../../chat-platform.ts'
import type { Actor } from '../../identity/users/user.ts'
import { canRead, conversationMembers } from '../../messages/message-access.ts'
import { findMessage } from '../../messages/message-store.ts'
import type { NarrowTerm } from './read-narrow.ts'

/** Operators that choose a conversation. */
const places = new Set(['stream', 'channel', 'topic', 'subject', 'pm-with', 'dm'])

/**
 * `with` chooses the conversation that a message is in now, so a link to a topic still works after the topic has moved.
 * If the message is gone, the other terms of the link choose.
 */
export async function resolveWith(
  db: Db,
  actor: Actor,
  terms: readonly NarrowTerm[],
): Promise<readonly NarrowTerm[]> {
  const term = terms.find(({ operator }) => operator === 'with')
  if (!term) return terms
  if (term.negated || !/^\d{1,15}$/.test(String(term.operand))) throw badNarrow("invalid 'with' operand")
  const others = terms.filter(({ operator }) => operator !== 'with')
  const message = await findMessage(db, actor.realm.id, Number(term.operand))
  if (!message || !(await canRead(db, actor, message))) {
    if (others.some(({ operator }) => places.has(operator))) return others
    throw badNarrow("invalid 'with' operand")
  }
  const rest = others.filter(({ operator }) => !places.has(operator))
  const members = await conversationMembers(db, message)
  const chosen = (operator: string, operand: NarrowTerm['operand']) => ({ operator, operand, negated: false })
  if (members) return [chosen('dm', members), ...rest]
  return [chosen('channel', message.stream_id!), chosen('topic', message.topic), ...rest]
}
