import { HttpResponse } from '../../http/http-response.ts'
import { pagingHeaders } from '../../http/paging.ts'
import type { Actor } from '../../identity/actor.ts'
import { requirePermission, viewerOf } from '../../identity/permissions.ts'
import type { Page } from '../../list-page.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { recordOpenedMailboxes } from './voicemail-access.ts'
import { voicemailView } from './voicemail-events.ts'
import { listVoicemail, type VoicemailFilter } from './voicemail-store.ts'

export async function listVoicemailMessages(
  platform: TelephonyPlatform,
  actor: Actor,
  filter: VoicemailFilter,
  page: Page,
): Promise<HttpResponse> {
  const { company } = actor
  const { userId } = filter
  if (userId !== undefined) requirePermission(actor, 'hear voicemail', userId)
  const visible = { ...filter, userId: userId ?? viewerOf(actor, 'hear voicemail') }
  const { items, total } = await listVoicemail(platform.database.read, company.id, visible, page)
  const owners = items.map(({ user_id: owner }) => owner)
  await recordOpenedMailboxes(platform, actor, userId === undefined ? owners : [userId])
  return new HttpResponse(
    items.map((message) => voicemailView(message, company.public_id)),
    { headers: pagingHeaders(page, total) },
  )
}
