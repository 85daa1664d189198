import type { Conversation } from '@switchboard/client/telephony'

export type ConversationOrder = 'last_activity' | 'unread'

const activityOf = (conversation: Conversation) =>
  conversation.last_message_created_at ?? conversation.created_at

/** The order of the server, applied again after each event. */
export function sortConversations(
  conversations: readonly Conversation[],
  order: ConversationOrder,
): Conversation[] {
  const rank = (conversation: Conversation) =>
    (conversation.pinned_at === null ? 2 : 0) +
    (order === 'unread' && conversation.unread_msg_count === 0 ? 1 : 0)
  return conversations.toSorted(
    (one, other) =>
      rank(one) - rank(other) ||
      activityOf(other).localeCompare(activityOf(one)) ||
      other.id.localeCompare(one.id),
  )
}
