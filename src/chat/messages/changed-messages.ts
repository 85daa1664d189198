import type { LoggedEvent } from '../../platform/events/event-log.ts'

/** Which messages look different after an event: some, all of the organization, or none. */
export function changedMessages({ type, payload }: LoggedEvent): readonly number[] | 'all' {
  switch (type) {
    case 'update_message':
    case 'delete_message':
    case 'reaction':
    case 'submessage': {
      const { message_id, message_ids } = payload as { message_id: number; message_ids?: number[] }
      return message_ids ?? [message_id]
    }
    case 'realm_linkifiers':
      // Topics are full of what they find.
      return 'all'
    case 'realm_user':
    case 'stream':
      // Names and pictures of people and streams stand in many messages.
      return (payload as { op: string }).op === 'update' ? 'all' : []
    default:
      return []
  }
}
