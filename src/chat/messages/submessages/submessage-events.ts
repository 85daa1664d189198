import type { Audience } from '../../audience.ts'
import type { NewChatEvent } from '../../chat-event-map.ts'
import type { SubmessagesTable } from './submessages-table.ts'

declare module '../../chat-event-map.ts' {
  interface ChatEventMap {
    submessage: Omit<SubmessagesTable, 'realm_id' | 'id'> & { submessage_id: number }
  }
}

export function submessageAdded(row: SubmessagesTable, audience: Audience): NewChatEvent<'submessage'> {
  const { id, message_id, sender_id, msg_type, content } = row
  return {
    type: 'submessage',
    audience,
    payload: { submessage_id: id, message_id, sender_id, msg_type, content },
  }
}
