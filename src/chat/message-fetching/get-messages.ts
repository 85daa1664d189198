import type { Chat } from '../chat.ts'
import { ChatError } from '../chat-error.ts'
import type { MessageText } from '../messages/message-text.ts'
import { searchedTerms } from '../narrows/condition.ts'
import { highlightHtml, highlightText } from '../narrows/highlight.ts'
import { createFlagReader } from '../read-state/reader-state.ts'
import type { SearchTerm } from '../search/search-term.ts'
import type { Actor } from '../users/user.ts'
import { findMessagePage, type MessagePage, type WantedPage } from './find-message-page.ts'

export const MESSAGES_LIMIT = 5000

export interface WantedMessages extends WantedPage {
  applyMarkdown: boolean
  clientAvatar: boolean
}

export interface MessagesFound extends MessagePage {
  /** JSON objects with commas between them, ascending by id */
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
  { realm, user }: Actor,
  { ids, receptions, conditions }: MessagePage,
  { applyMarkdown, clientAvatar }: WantedMessages,
): Promise<Buffer[]> {
  if (ids.length === 0) return []
  const terms = searchedTerms(conditions)
  const texts = await chat.messageTexts.getMany(realm.id, ids)
  const readFlags = await createFlagReader(chat, user, ids[0]!)
  const pieces: Buffer[] = []
  for (const text of texts) {
    const received = receptions.get(text.recipientId)?.received.has(text.id) ?? false
    const matches = terms.length > 0 ? writeMatches(text, terms) : ''
    text.write(pieces, applyMarkdown, clientAvatar, readFlags(text, received), matches)
  }
  // Each begins with a comma.
  if (pieces.length > 0) pieces[0] = pieces[0]!.subarray(1)
  return pieces
}

function writeMatches({ parts }: MessageText, terms: readonly SearchTerm[]): string {
  const content = JSON.stringify(highlightHtml(parts.rendered_content, terms))
  const subject = JSON.stringify(highlightText(parts.view.subject, terms))
  return `,"match_content":${content},"match_subject":${subject}`
}
