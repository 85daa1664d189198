import { Answer } from '../../http/answer.ts'
import { type Page, pagingHeaders } from '../../http/paging.ts'
import type { Actor } from '../../identity/actor.ts'
import type { Telephony } from '../../telephony.ts'
import { showTextingMessages } from './show-texting-messages.ts'
import { listTextingMessages } from './texting-message-store.ts'

/** Newest first. */
export async function listMessagesOf(
  telephony: Telephony,
  { company }: Actor,
  conversationId: string,
  page: Page,
): Promise<Answer> {
  const { read } = telephony.database
  const { items, total } = await listTextingMessages(read, company.id, conversationId, page)
  return new Answer(await showTextingMessages(read, company, items), { headers: pagingHeaders(page, total) })
}
