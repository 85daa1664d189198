import type { ChatTransaction } from '../chat.ts'
import { avatarUrl, mediumAvatarUrl } from '../identity/users/avatar.ts'
import { isBot, type User } from '../identity/users/user.ts'
import { botChanged } from '../people/bots/bot-events.ts'
import { userChanged } from '../people/user-events.ts'

/** A drawn picture shows the name, in a colour that comes from the address: it may be another one now. */
export function tellOfPicture(
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
