import type { Chat } from '../chat.ts'
import { ChatError } from '../chat-error.ts'
import { findMessagePage, type MessagePage, type WantedPage } from '../message-fetching/find-message-page.ts'
import { highlightHtml, highlightText } from '../narrows/highlight.ts'
import { flagReader } from '../read-state/flag-reader.ts'
import type { SearchTerm } from '../search/search-term.ts'
import type { Actor } from '../users/user.ts'
import type { MessageText } from './message-text.ts'

export const MESSAGES_LIMIT = 5000

export interface WantedMessages extends WantedPage {
  clientAvatar: boolean
  applyMarkdown: boolean
}

export interface MessagesFound extends MessagePage {
  /** JSON in pieces, ascending by id */
  messages: Buffer[]
}

export async function getMessages(chat: Chat, actor: Actor, wanted: WantedMessages): Promise<MessagesFound> {
  if (wanted.numBefore + wanted.numAfter > MESSAGES_LIMIT) {
    throw new ChatError(`Too many messages requested (maximum ${MESSAGES_LIMIT}).`)
  }
  const page = await findMessagePage(chat, actor, wanted)
  return { ...page, messages: await writeMessages(chat, actor, page, wanted) }
}

async function writeMessages(
  chat: Chat,
  actor: Actor,
  { ids, visibility, narrow: { words } }: MessagePage,
  { applyMarkdown, clientAvatar }: WantedMessages,
): Promise<Buffer[]> {
  const texts = await chat.messageTexts.get(chat, actor.realm, ids)
  if (texts.length === 0) return []
  const readFlags = await flagReader(chat, actor.user, ids[0]!, ids.at(-1)!)
  const pieces = texts.map((text) => {
    const received = visibility.hasReceived(text.id, text.recipientId)
    const flags = readFlags(text.id, text.streamId, text.topic, text.everyone, received)
    if (words.length === 0) return text.withFlags(applyMarkdown, clientAvatar, flags)
    return Buffer.from(
      `,${text.open(applyMarkdown, clientAvatar)},"flags":${flags}${writeMatches(text, words)}}`,
    )
  })
  // Each begins with a comma.
  pieces[0] = pieces[0]!.subarray(1)
  return pieces
}

function writeMatches({ parts }: MessageText, words: readonly SearchTerm[]): string {
  const content = JSON.stringify(highlightHtml(parts.rendered_content, words))
  const subject = JSON.stringify(highlightText(parts.view.subject, words))
  return `,"match_content":${content},"match_subject":${subject}`
}
