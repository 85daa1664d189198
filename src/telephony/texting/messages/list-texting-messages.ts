import { Answer } from '../../http/answer.ts'
import { pagingHeaders } from '../../http/paging.ts'
import type { Actor } from '../../identity/actor.ts'
import type { Page } from '../../list-page.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { showTextingMessages } from './show-texting-messages.ts'
import { listTextingMessages } from './texting-message-store.ts'

/** Newest first. */
export async function listMessagesOf(
  platform: TelephonyPlatform,
  { company }: Actor,
  conversationId: string,
  page: Page,
): Promise<Answer> {
  const { read } = platform.database
  const { items, total } = await listTextingMessages(read, company.id, conversationId, page)
  return new Answer(await showTextingMessages(read, company, items), { headers: pagingHeaders(page, total) })
}
