import { roleOfNumber } from '../users/role-numbers.ts'
import type { ChatEvent } from './may-see.ts'
import type { Viewer } from './viewer.ts'

/** The people of whom an event changes what they may see. */
export function usersAffected(event: ChatEvent): readonly number[] {
  const { payload } = event
  if (event.type === 'subscription' && (payload.op === 'add' || payload.op === 'remove')) {
    return event.audience.users ?? []
  }
  if (event.type === 'realm_user' && payload.op === 'update')
    return [(payload.person as { user_id: number }).user_id]
  return []
}

/** Changes of who may see what are events themselves. Answers with the stream that became visible, if any. */
export function keepViewerUp(viewer: Viewer, event: ChatEvent): number | undefined {
  const { payload } = event
  if (event.type === 'realm_user') {
    const { role: number } = payload.person as { role?: number }
    const role = number === undefined ? undefined : roleOfNumber(number)
    if (role) viewer.changeRole(role, event)
    return undefined
  }
  if (payload.op === 'remove') {
    for (const { stream_id } of payload.subscriptions as { stream_id: number }[])
      viewer.unsubscribe(stream_id, event)
    return undefined
  }
  const own = (payload.per_user as Record<string, { stream_id: number } | undefined>)[viewer.userId]
  if (own) viewer.subscribe(own.stream_id, event)
  return own?.stream_id
}
