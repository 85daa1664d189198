import type { Audience } from '../../audience.ts'
import type { NewChatEvent } from '../../chat-event-map.ts'
import type { User } from '../../identity/users/user.ts'
import type { Emoji } from './find-emoji.ts'

declare module '../../chat-event-map.ts' {
  interface ChatEventMap {
    reaction: Emoji & {
      op: 'add' | 'remove'
      user_id: number
      user: { user_id: number; email: string; full_name: string }
      message_id: number
    }
  }
}

export function reactionChanged(
  op: 'add' | 'remove',
  user: User,
  messageId: number,
  emoji: Emoji,
  audience: Audience,
): NewChatEvent<'reaction'> {
  const { emoji_name, emoji_code, reaction_type } = emoji
  const { id: user_id, email, full_name } = user
  return {
    type: 'reaction',
    audience,
    payload: {
      op,
      user_id,
      user: { user_id, email, full_name },
      message_id: messageId,
      emoji_name,
      emoji_code,
      reaction_type,
    },
  }
}
