import { Answer } from '../../http/answer.ts'
import { pagingHeaders } from '../../http/paging.ts'
import type { Actor } from '../../identity/actor.ts'
import { viewerOf } from '../../identity/permissions.ts'
import type { Page } from '../../list-page.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { readPhoneNumber } from '../numbers/read-phone-number.ts'
import { showConversation, showConversations } from './show-conversations.ts'
import { requireConversation } from './texting-conversation-access.ts'
import { listConversations } from './texting-conversation-store.ts'
import type { ConversationView } from './texting-conversation-view.ts'

export interface ConversationQuery {
  search?: string | undefined
  sort?: 'last_activity' | 'unread' | undefined
  filter_by?: 'unread' | 'failed' | undefined
  /** comma-separated */
  from_numbers?: string | undefined
  contact_id?: string | undefined
}

export async function listOwnConversations(
  platform: TelephonyPlatform,
  actor: Actor,
  query: ConversationQuery,
  page: Page,
): Promise<Answer> {
  const { company } = actor
  const { search, sort = 'last_activity', contact_id: contactId, filter_by: only } = query
  const fromNumbers = query.from_numbers
    ?.split(',')
    .filter((text) => text.trim() !== '')
    .map((text) => readPhoneNumber(company, text, 'from_numbers'))
  const filter = {
    viewer: viewerOf(actor, 'read texts'),
    search,
    sort,
    contactId,
    only,
    ...(fromNumbers && fromNumbers.length > 0 && { fromNumbers }),
  }
  // In one snapshot: otherwise the last message could be deleted in between.
  return platform.database.snapshot(async (db) => {
    const { items, total } = await listConversations(db, company.id, filter, page)
    return new Answer(await showConversations(db, company, items, filter.viewer), {
      headers: pagingHeaders(page, total),
    })
  })
}

export async function showOwnConversation(
  platform: TelephonyPlatform,
  actor: Actor,
  id: string,
): Promise<ConversationView> {
  return platform.database.snapshot(async (db) =>
    showConversation(
      db,
      actor.company,
      await requireConversation(db, actor, id),
      viewerOf(actor, 'read texts'),
    ),
  )
}
