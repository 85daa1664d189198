import { HttpResponse } from '../../http/http-response.ts'
import { pagingHeaders } from '../../http/paging.ts'
import type { Actor } from '../../identity/actor.ts'
import { viewerOf } from '../../identity/permissions.ts'
import type { Page } from '../../list-page.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { voicemailView } from './voicemail-events.ts'
import { listVoicemail, type VoicemailFilter } from './voicemail-store.ts'

export async function listVoicemailMessages(
  { database }: TelephonyPlatform,
  actor: Actor,
  filter: Omit<VoicemailFilter, 'userId'>,
  page: Page,
): Promise<HttpResponse> {
  const { company } = actor
  const visible = { ...filter, userId: viewerOf(actor, 'hear voicemail') }
  const { items, total } = await listVoicemail(database.read, company.id, visible, page)
  return new HttpResponse(
    items.map((message) => voicemailView(message, company.public_id)),
    { headers: pagingHeaders(page, total) },
  )
}
