import type { Actor } from '../identity/users/user.ts'
import { findAmong } from './find-message-page.ts'
import type { History } from './history.ts'
import { searchedTerms } from './narrows/condition.ts'
import { highlightHtml, highlightText } from './narrows/highlight.ts'
import type { NarrowTerm } from './narrows/read-narrow.ts'

export interface Match {
  match_content: string
  match_subject: string
}

/** Which of the given messages match a narrow, by id, with search terms highlighted. */
export async function matchMessages(
  chat: History,
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
