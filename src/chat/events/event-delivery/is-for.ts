import type { Audience } from '../../audience.ts'
import type { ChatEvent } from '../../chat-event-map.ts'
import type { LiveQueue } from './live-queue.ts'
import { matchesNarrow } from './matches-narrow.ts'
import type { QueueOptions } from './queue-options.ts'
import type { Viewer } from './viewer.ts'

/**
 * Was the event for this queue when it happened? The result is the same live and in a later replay. Content that its
 * owner can no longer read is withheld after that (see present-access.ts).
 */
export function isFor(queue: LiveQueue, event: ChatEvent): boolean {
  const { viewer, options } = queue
  const { eventTypes, narrow } = options
  if (eventTypes !== null && !eventTypes.includes(event.type)) return false
  const received = isRecipient(viewer, event)
  if (!received && !mayWatch(viewer, options, event) && !isLeftBehind(viewer, event)) return false
  if (event.type !== 'message' || narrow.length === 0) return true
  return matchesNarrow(narrow, event.payload, viewer.userId, received)
}

/** Beyond watching public streams: the user is in the conversation, subscribed, or has the role. */
export function isRecipient(viewer: Viewer, event: ChatEvent): boolean {
  const { audience, position } = event
  if (audience.except?.includes(viewer.userId)) return false
  if (audience.exceptGuests && viewer.roleAt(position) === 'guest') return false
  if (audience.users && includesUser(audience.users, viewer.userId)) return true
  if (audience.role && hasRole(viewer, audience, position)) return true
  const { subscribersOf: streamId, asOf = position, alreadyAt } = audience
  if (streamId === undefined || !viewer.wasSubscribed(streamId, asOf)) return false
  return alreadyAt === undefined || viewer.wasSubscribed(streamId, alreadyAt)
}

/** Beyond what its owner receives, a queue can watch all public streams, unless the owner is a guest. */
function mayWatch(viewer: Viewer, options: QueueOptions, event: ChatEvent): boolean {
  const { audience, position } = event
  if (!audience.publicWatchers || !isWatching(options) || viewer.roleAt(position) === 'guest') return false
  return !audience.leftBehind || !viewer.wasSubscribed(audience.leftBehind.notIn, position)
}

/** Does the event concern messages that moved away from the user? */
function isLeftBehind(viewer: Viewer, { audience, position }: ChatEvent): boolean {
  if (!audience.leftBehind) return false
  const { stream, notIn, among, alreadyAt } = audience.leftBehind
  if (!viewer.wasSubscribed(stream, position) || viewer.wasSubscribed(notIn, position)) return false
  if (among !== 'everyone' && (among === 'guests') !== (viewer.roleAt(position) === 'guest')) return false
  return alreadyAt === undefined || viewer.wasSubscribed(stream, alreadyAt)
}

export const isWatching = (options: QueueOptions) => options.allPublicStreams || options.narrow.length > 0

function hasRole(viewer: Viewer, { role, subscribersOf }: Audience, position: number): boolean {
  switch (role!) {
    case 'everyone':
      return true
    case 'members':
      return viewer.roleAt(position) !== 'guest'
    case 'administrators':
      // Events of streams are withheld by access to the stream; others, such as the keys of bots, by the role.
      if (subscribersOf === undefined && viewer.role !== 'administrator') return false
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
