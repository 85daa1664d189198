import type { QueryKey } from '@tanstack/react-query'
import { portalKeys } from './portal-keys.ts'
import type { PortalEvent } from './portal-socket.ts'

const { account, conversations, extensions, faxes, statuses } = portalKeys

/** The conversations of these are counted again. Other events change no count. */
const countedTexting = new Set([
  'texting.chat.delete',
  'texting.message.new',
  'texting.message.delete',
  'texting.message.markAsRead',
])

/** The query keys whose data an event makes out of date. Most views update themselves from the payload instead. */
export function keysChangedBy({ name, payload }: PortalEvent, userId: string | undefined): QueryKey[] {
  if (name === 'events.missed') return [conversations.all, faxes.all, statuses.all, extensions.pages]
  // Connected, perhaps again: some events may have been missed.
  if (name === 'authenticated') return [conversations.all, faxes.all]
  // The API decides whether the user really has lost access.
  if (name === 'unauthorized') return [account]
  if (name.startsWith('fax.')) return [faxes.all]
  if (countedTexting.has(name)) return [conversations.unread]
  if (name === 'user_status_updated' && (payload as { user_id?: unknown }).user_id === userId)
    return [statuses.own]
  return []
}
