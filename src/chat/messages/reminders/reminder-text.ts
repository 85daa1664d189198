import type { User } from '../../identity/users/user.ts'
import { type LinkedMessage, messagePath } from '../message-path.ts'
import { quoteText } from '../quote-text.ts'

export interface RemindedMessage extends LinkedMessage {
  sender: User
}

/** The text that the notification bot sends. */
export function reminderText(found: RemindedMessage | undefined, note: string, uri: string): string {
  const asked = found
    ? `You asked to be reminded of [this message](${uri}${messagePath(found)}).`
    : 'You asked to be reminded of a message that you can no longer read.'
  const parts = [asked]
  if (note !== '') parts.push(`Note: ${note}`)
  if (found) {
    const { sender, message } = found
    parts.push(`@_**${sender.full_name}|${sender.id}** wrote:`)
    parts.push(quoteText(message.content))
  }
  return parts.join('\n\n')
}
