import type { Conversation } from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'

/** The newest message in one line. */
export function lastMessageText({ lastmessage: last }: Conversation): string {
  if (!last) return p.texting.noMessagesYet
  const text = last.text || p.texting.attachments(last.files.length)
  return last.direction === 'outbound' ? `${p.texting.you}: ${text}` : text
}
