import type { ChatEvent } from '../chat-event-map.ts'

/** Which messages look different after an event: some, all of the organization, or none. */
export function changedMessages({ type, payload }: ChatEvent): readonly number[] | 'all' {
  switch (type) {
    case 'update_message':
    case 'delete_message':
      return payload.message_ids
    case 'reaction':
    case 'submessage':
      return [payload.message_id]
    case 'realm_linkifiers':
      // Topics are full of what they find.
      return 'all'
    case 'realm_user':
    case 'stream':
      // Names and pictures of people and streams stand in many messages.
      return payload.op === 'update' ? 'all' : []
    default:
      return []
  }
}
