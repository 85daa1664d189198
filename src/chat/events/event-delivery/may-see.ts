import type { Audience } from '../../audience.ts'
import type { ChatEvent } from '../../chat-event-map.ts'
import type { QueueOptions } from '../event-queues/queue-options.ts'
import type { Viewer } from './viewer.ts'

/**
 * Could this person see the event when it happened? The same answer live and in a later replay, but for private streams:
 * whoever has left one gets nothing of it any more, not even what had been waiting for them.
 */
export function maySee(viewer: Viewer, event: ChatEvent): boolean {
  const { audience, position } = event
  if (audience.except?.includes(viewer.userId)) return false
  if (audience.users && includesUser(audience.users, viewer.userId)) return true
  if (audience.role && hasRole(viewer, audience.role, position)) return true
  const { subscribersOf: streamId, alreadyAt } = audience
  if (streamId === undefined || !viewer.wasSubscribed(streamId, position)) return false
  if (!audience.publicWatchers && !viewer.isSubscribed(streamId)) return false
  return alreadyAt === undefined || viewer.wasSubscribed(streamId, alreadyAt)
}

/** Beyond what its owner receives, a queue can watch all public streams. Guests cannot. */
export function mayWatch(viewer: Viewer, options: QueueOptions, event: ChatEvent): boolean {
  if (!event.audience.publicWatchers) return false
  return isWatching(options) && viewer.roleAt(event.position) !== 'guest'
}

export const isWatching = (options: QueueOptions) => options.allPublicStreams || options.narrow.length > 0

function hasRole(viewer: Viewer, role: NonNullable<Audience['role']>, position: number): boolean {
  switch (role) {
    case 'everyone':
      return true
    case 'members':
      return viewer.roleAt(position) !== 'guest'
    case 'administrators':
      return viewer.roleAt(position) === 'administrator'
  }
}

const sets = new WeakMap<readonly number[], Set<number>>()

/** Long lists are asked once per live queue, so they are worth a set. */
function includesUser(users: readonly number[], id: number): boolean {
  if (users.length < 16) return users.includes(id)
  let set = sets.get(users)
  if (!set) {
    set = new Set(users)
    sets.set(users, set)
  }
  return set.has(id)
}
