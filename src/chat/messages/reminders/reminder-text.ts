import type { User } from '../../identity/users/user.ts'
import { type LinkedMessage, messagePath } from '../message-path.ts'

/** Leaves room for the rest within the length limit of messages. */
const QUOTED_BYTES = 8_000

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
    parts.push(quote(message.content))
  }
  return parts.join('\n\n')
}

/** The fence is longer than any fence in the text, so the text cannot end the quote. */
function quote(content: string): string {
  const ticks = content.match(/`{3,}/g) ?? []
  const fence = '`'.repeat(Math.max(3, ...ticks.map((run) => run.length + 1)))
  return `${fence}quote\n${shorten(content)}\n${fence}`
}

function shorten(content: string): string {
  if (Buffer.byteLength(content) <= QUOTED_BYTES) return content
  // The cut may have split a character.
  return `${Buffer.from(content)
    .subarray(0, QUOTED_BYTES)
    .toString('utf8')
    .replace(/\ufffd$/, '')}…`
}
