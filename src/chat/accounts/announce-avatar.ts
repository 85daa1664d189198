import type { ChatTransaction } from '../chat-platform.ts'
import { avatarUrl, mediumAvatarUrl } from '../identity/users/avatar.ts'
import { isBot, type User } from '../identity/users/user.ts'
import { botChanged } from '../people/bots/bot-events.ts'
import { userChanged } from '../people/user-events.ts'

/** A generated avatar depends on the name and the email address, so it may have changed. */
export function announceAvatar(
  transaction: ChatTransaction,
  before: User,
  after: User,
  publicUrl: string,
): void {
  const url = avatarUrl(publicUrl, after)
  if (url === avatarUrl(publicUrl, before)) return
  const medium = mediumAvatarUrl(publicUrl, after)
  transaction.announce(userChanged(after, { avatar_url: url, avatar_url_medium: medium, avatar_source: 'G' }))
  if (isBot(after)) transaction.announce(botChanged(after, { avatar_url: url }))
}
