import { conversationKey, conversationOf } from '../state/conversation.ts'
import type { PendingMessage } from '../state/pending-message.ts'
import { dayOf, type Row, RUN_SECONDS } from './build-rows.ts'

/** A message that has not arrived, and the dividers above it: the same ones that it will have. */
export interface PendingRow extends Pick<Row, 'startsDay' | 'startsConversation' | 'showsSender'> {
  readonly pending: PendingMessage
}

interface PendingInput {
  rows: readonly Row[]
  pending: readonly PendingMessage[]
  me: number
  isMixed: boolean
}

export function buildPendingRows({ rows, pending, me, isMixed }: PendingInput): readonly PendingRow[] {
  const last = rows.at(-1)?.message
  let before = last && {
    key: conversationKey(conversationOf(last, me)),
    timestamp: last.timestamp,
    isMine: last.sender_id === me && !last.is_me_message,
  }
  return pending.map((message) => {
    const { conversation, timestamp } = message
    const key = conversationKey(conversation)
    const startsDay = before === undefined || dayOf(before.timestamp).until <= timestamp
    const isSame = before?.key === key && !startsDay
    const isRun = isSame && before?.isMine && timestamp - before.timestamp < RUN_SECONDS
    before = { key, timestamp, isMine: true }
    return { pending: message, startsDay, startsConversation: isMixed && !isSame, showsSender: !isRun }
  })
}
