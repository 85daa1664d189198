import { table } from '../../telephony-tables.ts'
import type { TextingMessagesTable } from '../texting-tables.ts'
import type { MessageStatus } from './message-status.ts'

export interface TextingMessage
  extends Omit<TextingMessagesTable, 'direction' | 'status' | 'encoding' | 'files'> {
  direction: 'inbound' | 'outbound'
  status: MessageStatus
  encoding: 'GSM-7' | 'UCS-2'
  /** ids */
  files: string[]
}

export const textingMessageOf = (row: TextingMessagesTable): TextingMessage => ({
  ...row,
  direction: row.direction as TextingMessage['direction'],
  status: row.status as MessageStatus,
  encoding: row.encoding as TextingMessage['encoding'],
  files: JSON.parse(row.files),
})

export const textingMessagesTable = table('texting_messages', ['company_id', 'id'], {
  read: textingMessageOf,
})
