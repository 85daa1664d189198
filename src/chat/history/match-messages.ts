import type { Chat } from '../chat.ts'
import type { Actor } from '../identity/users/user.ts'
import { findAmong } from './find-message-page.ts'
import { searchedTerms } from './narrows/condition.ts'
import { highlightHtml, highlightText } from './narrows/highlight.ts'
import type { NarrowTerm } from './narrows/read-narrow.ts'

export interface Match {
  match_content: string
  match_subject: string
}

/** Those of some messages that fit a narrow, by id, with the words of a search marked in them. */
export async function matchMessages(
  chat: Chat,
  actor: Actor,
  ids: readonly number[],
  terms: readonly NarrowTerm[],
): Promise<Record<number, Match>> {
  const page = await findAmong(chat, actor, ids, terms)
  const searched = searchedTerms(page.conditions)
  const matches: Record<number, Match> = {}
  for (const { id, renderedContent, subject } of await chat.messageTexts.getMany(actor.realm.id, page.ids)) {
    matches[id] = {
      match_content: highlightHtml(renderedContent, searched),
      match_subject: highlightText(subject, searched),
    }
  }
  return matches
}
