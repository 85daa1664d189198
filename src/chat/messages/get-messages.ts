import type { Chat } from '../chat.ts'
import { ChatError } from '../chat-error.ts'
import { compileNarrow } from '../narrows/compile-narrow.ts'
import { findFirstUnread, NEWEST } from '../narrows/find-anchor.ts'
import { findVisible } from '../narrows/find-visible.ts'
import { highlightHtml, highlightText } from '../narrows/highlight.ts'
import type { NarrowTerm } from '../narrows/read-narrow.ts'
import { type Search, searchMessages } from '../narrows/search-store.ts'
import { loadVisibility, type Visibility } from '../narrows/visibility.ts'
import { flagReader } from '../read-state/flag-reader.ts'
import type { Actor } from '../users/user.ts'
import type { MessageText } from './message-text.ts'

export const MESSAGES_LIMIT = 5000

export interface WantedMessages {
  anchor: number | 'first_unread'
  numBefore: number
  numAfter: number
  narrow: readonly NarrowTerm[]
  clientAvatar: boolean
  applyMarkdown: boolean
}

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
  const db = chat.database.read
  const narrow = await compileNarrow(chat, actor, wanted.narrow)
  const visibility = await loadVisibility(chat, actor, narrow)
  const anchor = wanted.anchor === 'first_unread' ? await findFirstUnread(db, actor, narrow) : wanted.anchor
  const find = async (search: Search) =>
    (await chat.recentMessages.search(search)) ?? searchMessages(db, search)
  // One more than asked for, on either side: it tells whether there is more.
  const before = await findVisible(find, actor, narrow, visibility, {
    before: anchor,
    direction: 'descending',
    limit: wanted.numBefore + 1,
  })
  const fromAnchor =
    anchor === NEWEST
      ? []
      : await findVisible(find, actor, narrow, visibility, {
          after: anchor - 1,
          direction: 'ascending',
          limit: wanted.numAfter + 2,
        })
  const foundAnchor = fromAnchor[0]?.id === anchor
  const after = foundAnchor ? fromAnchor.slice(1) : fromAnchor
  const ids = [
    ...before.slice(0, wanted.numBefore).reverse(),
    ...(foundAnchor ? [fromAnchor[0]!] : []),
    ...after.slice(0, wanted.numAfter),
  ].map((message) => message.id)
  const older = before.length > wanted.numBefore
  const newer = after.length > wanted.numAfter
  const isEmpty = ids.length === 0
  return {
    anchor,
    foundAnchor,
    foundOldest: !older && !(isEmpty && newer),
    foundNewest: !newer && !(isEmpty && older),
    messages: await writeMessages(chat, actor, ids, visibility, wanted, narrow.words),
  }
}

async function writeMessages(
  chat: Chat,
  actor: Actor,
  ids: readonly number[],
  visibility: Visibility,
  wanted: WantedMessages,
  words: readonly string[],
): Promise<Buffer[]> {
  const texts = await chat.messageTexts.get(chat, actor.realm, ids)
  if (texts.length === 0) return []
  const readFlags = await flagReader(chat, actor.user, ids[0]!, ids.at(-1)!)
  const { applyMarkdown, clientAvatar } = wanted
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

function writeMatches({ parts }: MessageText, words: readonly string[]): string {
  const content = JSON.stringify(highlightHtml(parts.rendered_content, words))
  const subject = JSON.stringify(highlightText(parts.view.subject, words))
  return `,"match_content":${content},"match_subject":${subject}`
}
