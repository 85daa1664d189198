import { badRequest } from '../chat-error.ts'
import type { QueueNarrowTerm } from '../event-queues/queue-options.ts'
import type { MessageEventPayload } from '../messages/message-events.ts'

/** Does a new message fit the narrow of a queue? `received`: it came to the owner, who may be mentioned in it. */
export function matchesNarrow(
  narrow: readonly QueueNarrowTerm[],
  payload: MessageEventPayload,
  userId: number,
  received: boolean,
): boolean {
  return narrow.every(([operator, operand]) => matchesTerm(operator, operand, payload, userId, received))
}

const flagTerms = ['mentioned', 'alerted', 'starred', 'unread'] as const

/** Only what can be decided from the message itself. */
export function checkQueueNarrow(narrow: readonly QueueNarrowTerm[]): void {
  for (const [operator, operand] of narrow) {
    if (!['stream', 'topic', 'sender', 'is'].includes(operator))
      throw badRequest(`Operator ${operator} not supported.`)
    if (operator === 'is' && operand !== 'private' && !flagTerms.some((term) => term === operand)) {
      throw badRequest(`Operator is:${operand} not supported.`)
    }
  }
}

function matchesTerm(
  operator: string,
  operand: string,
  payload: MessageEventPayload,
  userId: number,
  received: boolean,
): boolean {
  const { view } = payload.message
  const same = (text: string) => text.toLowerCase() === operand.trim().toLowerCase()
  switch (operator) {
    case 'stream':
      return (
        view.type === 'stream' &&
        (same(view.display_recipient as string) || String(view.stream_id) === operand)
      )
    case 'topic':
      return view.type === 'stream' && same(view.subject)
    case 'sender':
      return same(view.sender_email) || String(view.sender_id) === operand
    case 'is':
      return operand === 'private' ? view.type === 'private' : received && hasFlag(operand, payload, userId)
    default:
      return false
  }
}

function hasFlag(operand: string, payload: MessageEventPayload, userId: number): boolean {
  switch (operand) {
    case 'mentioned':
      return payload.everyone || payload.mentioned.includes(userId)
    case 'alerted':
      return payload.alerted.includes(userId)
    case 'unread':
      return !payload.read.includes(userId)
    default:
      // A message that is only just sent has no stars.
      return false
  }
}
