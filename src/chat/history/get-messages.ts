import { ChatError } from '../chat-error.ts'
import type { Actor } from '../identity/users/user.ts'
import type { MessageShape, MessageText } from '../messages/message-text.ts'
import type { SearchTerm } from '../messages/search-index/search-term.ts'
import { findMessagePage, type MessagePage, type WantedPage } from './find-message-page.ts'
import type { History } from './history.ts'
import { searchedTerms } from './narrows/condition.ts'
import { createFlagReader } from './read-state/flag-reader.ts'
import { highlightHtml, highlightText } from './search/highlight.ts'

export const MESSAGES_LIMIT = 5000

export interface WantedMessages extends WantedPage, MessageShape {}

export interface MessagesFound extends MessagePage {
  /** JSON objects separated by commas, ascending by id */
  messages: Buffer[]
}

export async function getMessages(
  chat: History,
  actor: Actor,
  wanted: WantedMessages,
): Promise<MessagesFound> {
  if (wanted.numBefore + wanted.numAfter > MESSAGES_LIMIT) {
    throw new ChatError(`Too many messages requested (maximum ${MESSAGES_LIMIT}).`)
  }
  const page = await findMessagePage(chat, actor, wanted)
  return { ...page, messages: await writeMessages(chat, actor, page, wanted) }
}

async function writeMessages(
  chat: History,
  { realm, user }: Actor,
  { ids, receptions, conditions }: MessagePage,
  shape: MessageShape,
): Promise<Buffer[]> {
  if (ids.length === 0) return []
  const terms = searchedTerms(conditions)
  const run = await chat.messageTexts.getRun(realm.id, ids, shape)
  const readFlags = await createFlagReader(chat, user, ids[0]!)
  return run.write((text) => {
    const received = receptions.get(text.recipientId)?.received.has(text.id) ?? false
    const matches = terms.length > 0 ? writeMatches(text, terms) : ''
    return `${readFlags(text, received)}${matches}}`
  })
}

function writeMatches(text: MessageText, terms: readonly SearchTerm[]): string {
  const content = JSON.stringify(highlightHtml(text.renderedContent, terms))
  const subject = JSON.stringify(highlightText(text.subject, terms))
  return `,"match_content":${content},"match_subject":${subject}`
}
