import { badRequest } from '../../chat-error.ts'
import { findOperator, type NewMessageFacts } from '../../history/narrows/narrow-operators.ts'
import { type MessageEventPayload, messageFlags } from '../../messages/message-events.ts'
import type { QueueNarrowTerm } from '../event-queues/queue-options.ts'

/** Does a new message fit the narrow of a queue? `received`: it came to the queue's owner, who may be mentioned in it. */
export function matchesNarrow(
  narrow: readonly QueueNarrowTerm[],
  payload: MessageEventPayload,
  userId: number,
  received: boolean,
): boolean {
  const facts = factsOf(payload, userId, received)
  return narrow.every(([operator, operand]) => findOperator(operator)?.fits?.(operand, facts) === true)
}

/** Refuses what a new message alone does not tell. */
export function checkQueueNarrow(narrow: readonly QueueNarrowTerm[]): void {
  for (const [operator, operand] of narrow) {
    const { fits } = findOperator(operator) ?? {}
    if (!fits) throw badRequest(`Operator ${operator} not supported.`)
    if (fits(operand, anyMessage) === undefined)
      throw badRequest(`Operator ${operator}:${operand} not supported.`)
  }
}

const anyMessage: NewMessageFacts = { senderId: 0, senderEmail: '', stream: undefined, flags: [] }

function factsOf(payload: MessageEventPayload, userId: number, received: boolean): NewMessageFacts {
  const { view } = payload.message
  return {
    senderId: view.sender_id,
    senderEmail: view.sender_email,
    stream:
      view.stream_id === undefined
        ? undefined
        : { id: view.stream_id, name: view.display_recipient as string, topic: view.subject },
    // A watched message does not wait for its watcher to read it.
    flags: received ? messageFlags(payload, userId) : ['read'],
  }
}
