import { recordChange } from '../../company/audit/record-change.ts'
import { HttpResponse } from '../../http/http-response.ts'
import { pagingHeaders } from '../../http/paging.ts'
import type { Actor } from '../../identity/actor.ts'
import { viewerOf } from '../../identity/permissions.ts'
import { underLegalHold } from '../../legal-holds.ts'
import type { Page } from '../../list-page.ts'
import { forbidden } from '../../problem.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { hasHeldText } from '../messages/legal-hold-store.ts'
import { readPhoneNumber } from '../numbers/read-phone-number.ts'
import { textingAudience } from '../numbers/texting-audience.ts'
import { requireConversation, visibleSince } from '../texting-conversation-access.ts'
import { deleteConversationRows, listConversations } from '../texting-conversation-store.ts'
import { textingConversationsTable } from '../texting-tables.ts'
import { showConversation, showConversations } from './show-conversations.ts'
import { auditedConversation, type ConversationView, chatDeleted } from './texting-conversation-events.ts'

/** Deletes a conversation and its messages for everybody. The next text between these numbers starts a new one. */
export async function deleteConversation(
  platform: TelephonyPlatform,
  actor: Actor,
  id: string,
): Promise<ConversationView> {
  const { company } = actor
  const held = await platform.legalHolds.heldUsers(company.id)
  return platform.transact(company.id, async (tx) => {
    const conversation = await requireConversation(tx.db, actor, id)
    if (conversation.created_at < (await visibleSince(tx.db, actor, conversation))) {
      throw forbidden(
        'Only the owner may delete this conversation: it has texts from before you had the number',
      )
    }
    if (await hasHeldText(tx.db, company.id, held, { conversationId: id }))
      throw underLegalHold('Texts of this conversation are')
    const before = await showConversation(tx.db, company, conversation, undefined)
    await deleteConversationRows(tx.db, company.id, id)
    await recordChange(tx, platform.clock, actor, {
      action: 'conversation.deleted',
      id,
      before: auditedConversation(before),
      after: null,
    })
    tx.announce(chatDeleted(await textingAudience(tx.db, company, conversation.from_number), id))
    return before
  })
}

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
): Promise<HttpResponse> {
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
    return new HttpResponse(await showConversations(db, company, items, filter.viewer), {
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

/** Pins a conversation for everybody who sees it. A pinned one keeps its time. */
export async function pinConversation(
  platform: TelephonyPlatform,
  actor: Actor,
  id: string,
  pin: boolean,
): Promise<ConversationView> {
  const { clock } = platform
  const { company } = actor
  return platform.transact(company.id, async (tx) => {
    const conversation = await requireConversation(tx.db, actor, id)
    const viewer = viewerOf(actor, 'read texts')
    const before = await showConversation(tx.db, company, conversation, viewer)
    if (pin === (conversation.pinned_at !== null)) return before
    const changes = { pinned_at: pin ? clock.now() : null, updated_at: clock.now() }
    await textingConversationsTable.update(tx.db, { company_id: company.id, id }, changes)
    const after = await showConversation(tx.db, company, { ...conversation, ...changes }, viewer)
    const action = pin ? 'conversation.pinned' : 'conversation.unpinned'
    await recordChange(tx, clock, actor, {
      action,
      id,
      before: auditedConversation(before),
      after: auditedConversation(after),
    })
    return after
  })
}
