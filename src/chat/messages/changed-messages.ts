import type { ChatEvent } from '../chat-event-map.ts'

/** Events that change how messages are displayed. */
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

/** Ids of the affected messages, or all of the organization. */
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
      // Every message contains the organization's URL, and linkifiers turn topics into links.
      return 'all'
    case 'realm_user':
    case 'stream':
      // Many messages show names and pictures of people and streams.
      return payload.op === 'update' ? 'all' : []
  }
}
