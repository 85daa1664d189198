import { HttpResponse } from '../../http/http-response.ts'
import { pagingHeaders } from '../../http/paging.ts'
import type { Actor } from '../../identity/actor.ts'
import type { Company } from '../../identity/company.ts'
import type { Page } from '../../list-page.ts'
import type { TelephonyDb, TelephonyPlatform } from '../../telephony-platform.ts'
import { visibleSince } from '../texting-conversation-access.ts'
import type { Conversation } from '../texting-conversation-store.ts'
import type { TextingMessage } from './texting-message.ts'
import { type TextingMessageView, textingMessageView } from './texting-message-events.ts'
import { findAttachedFiles, listTextingMessages } from './texting-message-store.ts'

/** Messages as the API shows them, with their files. */
export async function showTextingMessages(
  db: TelephonyDb,
  company: Company,
  messages: readonly TextingMessage[],
): Promise<TextingMessageView[]> {
  const ids = [...new Set(messages.flatMap(({ files }) => files))]
  const files = await findAttachedFiles(db, company.id, ids)
  return messages.map((message) => textingMessageView(message, company.public_id, files))
}

export async function showTextingMessage(
  db: TelephonyDb,
  company: Company,
  message: TextingMessage,
): Promise<TextingMessageView> {
  const [view] = await showTextingMessages(db, company, [message])
  return view!
}

/** Newest first. */
export async function listMessagesOf(
  platform: TelephonyPlatform,
  actor: Actor,
  conversation: Conversation,
  page: Page,
): Promise<HttpResponse> {
  const { company } = actor
  const { read } = platform.database
  const since = await visibleSince(read, actor, conversation)
  const { items, total } = await listTextingMessages(read, company.id, conversation.id, since, page)
  return new HttpResponse(await showTextingMessages(read, company, items), {
    headers: pagingHeaders(page, total),
  })
}
