import type { IncomingHttpHeaders } from 'node:http'
import type { Budget } from '../../platform/rate-limiter.ts'
import type { Chat } from '../chat.ts'
import { actorAtHand } from '../http/actor-at-hand.ts'
import { budgetAtHand } from '../http/limit-rate.ts'
import type { Actor } from '../users/user.ts'
import { acknowledge, type EventsWanted } from './get-events.ts'
import type { LiveQueue } from './live-queue.ts'
import { Waiting } from './waiting.ts'

export interface PollAtOnce extends Pick<EventsWanted, 'lastEventId' | 'left'> {
  headers: IncomingHttpHeaders
  queueId: string
  /** May be called before `pollAtOnce` has returned. */
  answer(events: string[], budget: Budget | undefined): void
}

/**
 * Most polls come from clients that were answered a moment ago: everything that decides about them is at hand. They are
 * answered, or begin to wait, within this call, so that no request and no promises are kept while they wait. The same
 * checks as on the usual way. false: nothing was done, and the usual way decides, also about what is wrong.
 */
export function pollAtOnce(chat: Chat, { headers, queueId, lastEventId, left, answer }: PollAtOnce): boolean {
  const actor = actorAtHand(chat, headers)
  const queue = chat.queues.peek(queueId)
  if (!actor || !queue || !isOwn(queue, actor)) return false
  const position = queue.positionOf(lastEventId)
  if (position < queue.acknowledged || !chat.queues.hasHeardOf(actor.realm.id, position)) return false
  const events = chat.queues.recentAfter(queue, position)
  const budget = events && budgetAtHand(chat, actor.user, 'polls')
  if (!events || budget === 'unknown' || budget?.allowed === false) return false
  acknowledge(chat, queue, position)
  if (events.length > 0) answer(events, budget)
  else {
    const waiting = new Waiting(chat, queue, position, (found) => answer(found, budget))
    left(() => waiting.answer([]))
  }
  return true
}

const isOwn = ({ viewer }: LiveQueue, { realm, user }: Actor) =>
  viewer.realmId === realm.id && viewer.userId === user.id
