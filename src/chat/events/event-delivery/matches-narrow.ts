import { badRequest } from '../../chat-error.ts'
import { findOperator, type NewMessageFacts } from '../../history/narrows/narrow-operators.ts'
import { type MessageEventPayload, messageFlags } from '../../messages/message-events.ts'
import type { DisplayRecipient } from '../../messages/message-parts.ts'
import type { QueueNarrowTerm } from './queue-options.ts'

/**
 * Does a new message match the narrow of a queue? `received`: the owner of the queue received it, so it may mention
 * them.
 */
export function matchesNarrow(
  narrow: readonly QueueNarrowTerm[],
  payload: MessageEventPayload,
  userId: number,
  received: boolean,
): boolean {
  const facts = factsOf(payload, userId, received)
  return narrow.every(
    ([operator, operand, negated = false]) => findOperator(operator)?.fits?.(operand, facts) === !negated,
  )
}

/** Refuses operators that a new message alone cannot decide. */
export function checkQueueNarrow(narrow: readonly QueueNarrowTerm[]): void {
  for (const [operator, operand] of narrow) {
    const { fits } = findOperator(operator) ?? {}
    if (!fits) throw badRequest(`Operator ${operator} not supported.`)
    if (fits(operand, anyMessage) === undefined)
      throw badRequest(`Operator ${operator}:${operand} not supported.`)
  }
}

const anyMessage: NewMessageFacts = {
  senderId: 0,
  senderEmail: '',
  stream: undefined,
  others: [],
  flags: [],
}

const peopleOf = (recipient: DisplayRecipient) => (typeof recipient === 'string' ? [] : recipient)

function factsOf(payload: MessageEventPayload, userId: number, received: boolean): NewMessageFacts {
  const { view } = payload.message
  return {
    senderId: view.sender_id,
    senderEmail: view.sender_email,
    stream:
      view.stream_id === undefined
        ? undefined
        : { id: view.stream_id, name: view.display_recipient as string, topic: view.subject },
    others: peopleOf(view.display_recipient).filter(({ id }) => id !== userId),
    // A message that the owner only watches does not count as unread.
    flags: received ? messageFlags(payload, userId) : ['read'],
  }
}
