import type { Audience } from '../audience.ts'
import type { SubmessagesTable } from './submessages-table.ts'

export function submessageAdded(row: SubmessagesTable, audience: Audience) {
  const { id, message_id, sender_id, msg_type, content } = row
  return {
    type: 'submessage',
    audience,
    payload: { submessage_id: id, message_id, sender_id, msg_type, content },
  }
}
