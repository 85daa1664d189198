import type { QueryKey } from '@tanstack/react-query'
import type { TelephonyEvent } from '../../../../packages/client/src/telephony-socket.ts'
import { portalKeys } from './portal-keys.ts'

const { account, apiKeys, audit, calls, carrier, contacts, conversations, extensions, faxes, faxSettings } =
  portalKeys
const { imports, instances, locations, statuses, textingNumbers, trunks, users, voicemail, webhooks } =
  portalKeys
const { callingRules, retention, routing } = portalKeys

/** What shows objects of a kind: their own list, and others that contain their names. */
const keysOfKind: Record<string, readonly QueryKey[]> = {
  api_key: [apiKeys],
  business_hours: [routing.all],
  call: [calls.all],
  calling_rules: [callingRules],
  carrier: [carrier],
  company: [account],
  contact: [users.all, extensions.all, statuses.all, account],
  extension: [extensions.all, users.all],
  fax_destination: [faxSettings],
  did: [trunks.dids],
  location: [locations, instances.all, extensions.choices, trunks.emergency],
  menu: [routing.all],
  retention: [retention],
  ring_group: [routing.all],
  texting_contact: [contacts.all, conversations.lists],
  texting_number: [textingNumbers, conversations.all],
  trunk: [trunks.all],
  voicemail_message: [voicemail.all],
  webhook: [webhooks.all],
}

/** The conversations of these are counted again. Other events change no count. */
const countedTexting = new Set([
  'texting.chat.delete',
  'texting.message.new',
  'texting.message.updated',
  'texting.message.delete',
  'texting.message.markAsRead',
])

/** The query keys whose data an event makes out of date. Some views update themselves from the payload instead. */
export function keysChangedBy(
  { name, payload }: TelephonyEvent,
  userId: string | undefined,
): readonly QueryKey[] {
  // Everything, because any event may have been missed.
  if (name === 'events.missed') return [[]]
  // Connected, perhaps again. Events of a short interruption follow.
  if (name === 'authenticated') return [conversations.all, faxes.all, calls.all, voicemail.all, imports.all]
  // The API decides whether the user really has lost access.
  if (name === 'unauthorized') return [account]
  if (name === 'changed') {
    const { kind } = payload as { kind: string }
    return [audit.all, ...(keysOfKind[kind] ?? [])]
  }
  if (name === 'import.updated') return [imports.all]
  if (name === 'call.ended') return [calls.all]
  if (name.startsWith('voicemail.')) return [voicemail.all]
  if (name.startsWith('fax.')) return [faxes.all]
  if (countedTexting.has(name)) return [conversations.unread, conversations.failed]
  if (name === 'user_status_updated' && (payload as { user_id?: unknown }).user_id === userId)
    return [statuses.own]
  return []
}
