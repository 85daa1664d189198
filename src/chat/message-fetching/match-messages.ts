import type { Chat } from '../chat.ts'
import { compileNarrow } from '../narrows/compile-narrow.ts'
import { findVisible } from '../narrows/find-visible.ts'
import { highlightHtml, highlightText } from '../narrows/highlight.ts'
import type { NarrowTerm } from '../narrows/read-narrow.ts'
import { type Search, searchMessages } from '../narrows/search-store.ts'
import { loadVisibility } from '../narrows/visibility.ts'
import type { Actor } from '../users/user.ts'

export interface Match {
  match_content: string
  match_subject: string
}

/** Those of some messages that fit a narrow, by id, with the words that were looked for marked in them. */
export async function matchMessages(
  chat: Chat,
  actor: Actor,
  ids: readonly number[],
  terms: readonly NarrowTerm[],
): Promise<Record<number, Match>> {
  const narrow = await compileNarrow(chat, actor, terms)
  const visibility = await loadVisibility(chat, actor, narrow)
  const wanted = { kind: 'unread', ids, negated: false } as const
  const among = { ...narrow, conditions: [wanted, ...narrow.conditions] }
  const find = (search: Search) => searchMessages(chat.database.read, search)
  const found = await findVisible(find, actor, among, visibility, {
    direction: 'ascending',
    limit: ids.length,
  })
  const texts = await chat.messageTexts.get(
    chat,
    actor.realm,
    found.map((message) => message.id),
  )
  const matches: Record<number, Match> = {}
  for (const { id, parts } of texts) {
    matches[id] = {
      match_content: highlightHtml(parts.rendered_content, narrow.words),
      match_subject: highlightText(parts.view.subject, narrow.words),
    }
  }
  return matches
}
