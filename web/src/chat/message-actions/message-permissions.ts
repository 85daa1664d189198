import type { Message } from '@switchboard/client/chat'
import type { ChatState } from '../state/chat-state.ts'

/** A limit of 0 is none. */
const isWithin = (message: Message, limitSeconds: number, nowMs: number) =>
  limitSeconds === 0 || nowMs / 1000 - message.timestamp < limitSeconds

/** Which actions to offer. The server decides in the end. */
export function canEditContent({ me, realm }: ChatState, message: Message, nowMs: number): boolean {
  if (message.sender_id !== me.userId || !realm.allow_message_editing) return false
  return isWithin(message, realm.message_content_edit_limit_seconds, nowMs)
}

export function canEditTopic(state: ChatState, message: Message, nowMs: number): boolean {
  const { me, realm } = state
  if (message.type !== 'stream' || !realm.allow_message_editing) return false
  if (me.isAdmin || message.sender_id === me.userId) return true
  if (me.isGuest || !realm.allow_community_topic_editing) return false
  return isWithin(message, realm.community_topic_editing_limit_seconds, nowMs)
}

export function canDelete({ me, realm }: ChatState, message: Message, nowMs: number): boolean {
  if (me.isAdmin) return true
  if (message.sender_id !== me.userId || !realm.allow_message_deleting) return false
  return isWithin(message, realm.message_content_delete_limit_seconds, nowMs)
}
