import type { Audience } from '../audience.ts'
import type { User } from '../users/user.ts'
import type { Emoji } from './find-emoji.ts'

export function reactionChanged(
  op: 'add' | 'remove',
  user: User,
  messageId: number,
  emoji: Emoji,
  audience: Audience,
) {
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
