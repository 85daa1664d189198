import type { ChatEvent } from '../chat-event-map.ts'

/** The events after which messages look different. */
export const changingEvents = [
  'update_message',
  'delete_message',
  'reaction',
  'submessage',
  'realm_changed',
  'realm_linkifiers',
  'realm_user',
  'stream',
] as const

/** Which messages those are: some, or all of the organization. */
export function changedMessages({
  type,
  payload,
}: ChatEvent<(typeof changingEvents)[number]>): readonly number[] | 'all' {
  switch (type) {
    case 'update_message':
    case 'delete_message':
      return payload.message_ids
    case 'reaction':
    case 'submessage':
      return [payload.message_id]
    case 'realm_changed':
    case 'realm_linkifiers':
      // The organization's address stands in each message, and linkifiers make links of topics.
      return 'all'
    case 'realm_user':
    case 'stream':
      // Names and pictures of people and streams stand in many messages.
      return payload.op === 'update' ? 'all' : []
  }
}
