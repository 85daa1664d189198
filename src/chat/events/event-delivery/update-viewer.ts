import type { ChatEvent } from '../../chat-event-map.ts'
import { roleOfNumber } from '../../identity/users/role-numbers.ts'
import type { Viewer } from './viewer.ts'

/** Users whose access the event changes. */
export function usersAffected({ type, audience, payload }: ChatEvent): readonly number[] {
  if (type === 'subscription' && (payload.op === 'add' || payload.op === 'remove'))
    return audience.users ?? []
  if (type === 'realm_user' && payload.op === 'update') return [payload.person.user_id]
  return []
}

/** Applies an event that changes who may see what. Returns the stream that became visible, if any. */
export function updateViewer(viewer: Viewer, event: ChatEvent): number | undefined {
  if (event.type === 'realm_user') {
    const { op, person } = event.payload
    const role = op === 'update' && person.role !== undefined ? roleOfNumber(person.role) : undefined
    if (role) viewer.changeRole(role, event)
    return undefined
  }
  if (event.type !== 'subscription') return undefined
  const { payload } = event
  if (payload.op === 'remove') {
    for (const { stream_id } of payload.subscriptions) viewer.unsubscribe(stream_id, event)
    return undefined
  }
  const own = payload.op === 'add' ? payload.per_user[viewer.userId] : undefined
  if (own) viewer.subscribe(own.stream_id, event)
  return own?.stream_id
}
