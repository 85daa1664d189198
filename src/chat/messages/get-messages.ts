import type { Chat } from '../chat.ts'
import { ChatError } from '../chat-error.ts'
import { findBlockPage } from '../message-blocks/find-block-page.ts'
import { findUnreadInBlocks } from '../message-blocks/find-unread-in-blocks.ts'
import type { BlockShape } from '../message-blocks/message-block.ts'
import type { Span } from '../message-blocks/walk-blocks.ts'
import { writeSpans } from '../message-blocks/write-spans.ts'
import {
  type MessagePage,
  placeNarrow,
  searchPage,
  type WantedPage,
} from '../message-fetching/find-message-page.ts'
import { highlightHtml, highlightText } from '../narrows/highlight.ts'
import type { Visibility } from '../narrows/visibility.ts'
import { findFlags, flagReaderOf } from '../read-state/flag-reader.ts'
import type { SearchTerm } from '../search/search-term.ts'
import type { Actor } from '../users/user.ts'
import type { MessageText } from './message-text.ts'

export const MESSAGES_LIMIT = 5000

export interface WantedMessages extends WantedPage, BlockShape {}

export interface MessagesFound {
  anchor: number
  foundAnchor: boolean
  foundOldest: boolean
  foundNewest: boolean
  /** JSON in pieces, ascending by id */
  messages: Buffer[]
}

export async function getMessages(chat: Chat, actor: Actor, wanted: WantedMessages): Promise<MessagesFound> {
  if (wanted.numBefore + wanted.numAfter > MESSAGES_LIMIT) {
    throw new ChatError(`Too many messages requested (maximum ${MESSAGES_LIMIT}).`)
  }
  const placed = await placeNarrow(chat, actor, wanted, (narrow, visibility) =>
    findUnreadInBlocks(chat, actor, narrow, visibility, wanted),
  )
  const blocks = await findBlockPage(chat, actor, placed, wanted, wanted)
  if (!blocks) {
    const page = await searchPage(chat, actor, placed, wanted)
    return { ...page, messages: await writeMessages(chat, actor, page, wanted) }
  }
  const { foundAnchor, foundOldest, foundNewest, spans } = blocks
  const messages = await writeBlocks(chat, actor, spans, placed.visibility)
  return { anchor: placed.anchor, foundAnchor, foundOldest, foundNewest, messages }
}

async function writeBlocks(
  chat: Chat,
  { user }: Actor,
  spans: readonly Span[],
  visibility: Visibility,
): Promise<Buffer[]> {
  if (spans.length === 0) return []
  const first = spans[0]!
  const last = spans[spans.length - 1]!
  const flags = await findFlags(chat, user, first.block.ids[first.start]!, last.block.ids[last.end - 1]!)
  return writeSpans(spans, visibility, flags)
}

async function writeMessages(
  chat: Chat,
  actor: Actor,
  { ids, visibility, narrow: { words } }: MessagePage,
  { applyMarkdown, clientAvatar }: WantedMessages,
): Promise<Buffer[]> {
  const texts = await chat.messageTexts.get(chat, actor.realm, ids)
  if (texts.length === 0) return []
  const readFlags = flagReaderOf(await findFlags(chat, actor.user, ids[0]!, ids.at(-1)!))
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
