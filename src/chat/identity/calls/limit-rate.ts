import type { FastifyReply } from 'fastify'
import type { Budget } from '../../../platform/rate-limiter.ts'
import type { Chat } from '../../chat.ts'
import { tooMany } from '../../chat-error.ts'
import type { User } from '../users/user.ts'
import type { Endpoint } from './endpoint.ts'

const keyOf = ({ realm_id, id }: User, kind: Endpoint['budget']) => `${kind ?? 'calls'}:${realm_id}:${id}`

export async function limitRate(
  chat: Chat,
  user: User,
  kind: Endpoint['budget'],
  reply: FastifyReply,
): Promise<void> {
  const limit = chat.config.rateLimitPerMinute
  if (limit === 0) return
  const budget = await chat.rateLimiter.take(keyOf(user, kind), limit)
  tellBudget(reply, budget)
  if (!budget.allowed) throw tooMany(budget)
}

function tellBudget(reply: FastifyReply, { limit, remaining, resetAt }: Budget): void {
  reply.header('x-ratelimit-limit', limit)
  reply.header('x-ratelimit-remaining', remaining)
  reply.header('x-ratelimit-reset', resetAt)
}
