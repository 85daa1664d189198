import type { Message } from '@switchboard/client/chat'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { copyText } from '../../ui/copy-button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { requestCompose } from '../compose/compose-request.ts'
import type { Emoji } from '../emoji/emoji-data.ts'
import { conversationOf } from '../state/conversation.ts'
import { type Narrow, termsOf } from '../state/narrow.ts'

type Reaction = Pick<Emoji, 'name' | 'code'> & { type: string }

/** Small changes are sent without confirmation. The event shows their effect; only an error is shown. */
function attempt(work: Promise<unknown>): void {
  work.catch((error) => showToast(messageOf(error), 'danger'))
}

export function toggleStar(message: Message): void {
  const op = message.flags.includes('starred') ? 'remove' : 'add'
  attempt(callChat('POST /messages/flags', { messages: [message.id], op, flag: 'starred' }))
}

export function toggleReaction(message: Message, { name, code, type }: Reaction, me: number): void {
  const isMine = message.reactions.some(
    (one) => one.user_id === me && one.emoji_code === code && one.reaction_type === type,
  )
  const reaction = { message_id: message.id, emoji_name: name, emoji_code: code, reaction_type: type }
  attempt(
    isMine
      ? callChat('DELETE /messages/{message_id}/reactions', reaction)
      : callChat('POST /messages/{message_id}/reactions', reaction),
  )
}

export function replyTo(message: Message, me: number): void {
  requestCompose({ conversation: conversationOf(message, me) })
}

/** With the Markdown, which has to be fetched: the message list holds HTML. */
export async function quote(message: Message, me: number, link: string): Promise<void> {
  try {
    const { raw_content: content } = await callChat('GET /messages/{message_id}', { message_id: message.id })
    const fence = '`'.repeat(Math.max(3, ...[...content.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)))
    const insert = `@_**${message.sender_full_name}|${message.sender_id}** [${t.actions.said}](${link}):\n${fence}quote\n${content}\n${fence}\n`
    requestCompose({ conversation: conversationOf(message, me), insert })
  } catch (error) {
    showToast(messageOf(error), 'danger')
  }
}

export function copyLink(link: string): void {
  attempt(copyText(link).then(() => showToast(t.actions.linkCopied)))
}

const MAX_CONCURRENT = 5000

export function markUnreadFrom(message: Message, narrow: Narrow): void {
  attempt(
    callChat('POST /messages/flags/narrow', {
      anchor: message.id,
      include_anchor: true,
      num_before: 0,
      num_after: MAX_CONCURRENT,
      narrow: termsOf(narrow),
      op: 'remove',
      flag: 'read',
    }),
  )
}
