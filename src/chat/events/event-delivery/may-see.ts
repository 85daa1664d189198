import type { Audience } from '../../audience.ts'
import type { ChatEvent } from '../../chat-event-map.ts'
import type { QueueOptions } from '../event-queues/queue-options.ts'
import type { Viewer } from './viewer.ts'

/**
 * Could the user see the event when it happened? The result is the same live and in a later replay, except for private
 * streams: after leaving one, a user gets none of its events, not even pending ones.
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

/** Beyond what its owner receives, a queue can watch all public streams, unless the owner is a guest. */
export function mayWatch(viewer: Viewer, options: QueueOptions, event: ChatEvent): boolean {
  const { audience, position } = event
  if (!audience.publicWatchers || !isWatching(options) || viewer.roleAt(position) === 'guest') return false
  return !audience.leftBehind || !viewer.wasSubscribed(audience.leftBehind.notIn, position)
}

/** Does the event concern messages that moved away from the user? */
export function isLeftBehind(viewer: Viewer, { audience, position }: ChatEvent): boolean {
  if (!audience.leftBehind) return false
  const { stream, notIn, among, isPrivate, alreadyAt } = audience.leftBehind
  if (!viewer.wasSubscribed(stream, position) || viewer.wasSubscribed(notIn, position)) return false
  if (among !== 'everyone' && (among === 'guests') !== (viewer.roleAt(position) === 'guest')) return false
  if (isPrivate && !viewer.isSubscribed(stream)) return false
  return alreadyAt === undefined || viewer.wasSubscribed(stream, alreadyAt)
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

/** A long list is checked for every live queue, so a set pays off. */
function includesUser(users: readonly number[], id: number): boolean {
  if (users.length < 16) return users.includes(id)
  let set = sets.get(users)
  if (!set) {
    set = new Set(users)
    sets.set(users, set)
  }
  return set.has(id)
}
