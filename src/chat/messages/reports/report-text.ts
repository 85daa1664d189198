import type { User } from '../../identity/users/user.ts'
import { type LinkedMessage, messagePath } from '../message-path.ts'
import type { MessagesTable } from '../messages-table.ts'
import { quoteText } from '../quote-text.ts'
import { outsideText } from '../sending/outside-text.ts'

/** Leaves room for an explanation within the length limit of messages. */
const QUOTED_BYTES = 5_000

/** As clients name them, and how the report calls them. */
export const reportReasons = {
  spam: 'spam',
  harassment: 'harassment',
  inappropriate: 'inappropriate content',
  norms: 'a violation of the rules of the organization',
  other: 'something else',
} as const

export type ReportReason = keyof typeof reportReasons

export interface ReportedMessage extends LinkedMessage {
  message: MessagesTable
  sender: User
}

/** The message that the notification bot sends to the moderators. */
export function reportText(
  reporter: User,
  reported: ReportedMessage,
  { reason, description }: { reason: ReportReason; description: string },
  uri: string,
): string {
  const { sender, message, stream } = reported
  const where = stream ? '' : ' of a private conversation'
  const parts = [
    `${name(reporter)} reported [a message](${uri}${messagePath(reported)})${where} by ${name(sender)} as ${reportReasons[reason]}.`,
  ]
  if (description !== '') parts.push(quoteText(outsideText(description)))
  parts.push(`${name(sender)} wrote:`, quoteText(outsideText(message.content), QUOTED_BYTES))
  return parts.join('\n\n')
}

/** Without a notification. */
const name = ({ full_name, id }: User) => `@_**${full_name}|${id}**`
