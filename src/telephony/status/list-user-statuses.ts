import type { Static } from '@sinclair/typebox'
import { Answer } from '../http/answer.ts'
import { pageOffset, pagingHeaders } from '../http/paging.ts'
import type { Actor } from '../identity/actor.ts'
import { findContacts, listContacts } from '../identity/contact-store.ts'
import type { Page } from '../list-page.ts'
import type { TelephonyPlatform } from '../telephony-platform.ts'
import { defaultUserStatus } from './user-status.ts'
import { findUserStatuses } from './user-status-store.ts'
import { type StatusLayersSchema, statusLayers, userStatusView } from './user-status-view.ts'

/** The statuses of the given users, or of all. Unknown ids are omitted. */
export async function listUserStatuses(
  { database: { read } }: TelephonyPlatform,
  { company }: Actor,
  userIds: readonly string[] | undefined,
  page: Page,
): Promise<Answer> {
  const { items, total } = userIds ? await pageOfNamed() : await listContacts(read, company.id, {}, page)
  const statuses = await findUserStatuses(
    read,
    company.id,
    items.map(({ id }) => id),
  )
  const views = items.map((contact) =>
    userStatusView(company, contact, statuses.get(contact.id) ?? defaultUserStatus(contact)),
  )
  return new Answer(views, { headers: pagingHeaders(page, total) })

  async function pageOfNamed() {
    const found = await findContacts(read, company.id, [...new Set(userIds)])
    const sorted = [...found.values()].sort((one, other) => (one.id < other.id ? -1 : 1))
    return { items: sorted.slice(pageOffset(page), pageOffset(page) + page.size), total: sorted.length }
  }
}

export async function showOwnStatus(
  { database: { read } }: TelephonyPlatform,
  { company, contact }: Actor,
): Promise<Static<typeof StatusLayersSchema>> {
  const stored = await findUserStatuses(read, company.id, [contact.id])
  return statusLayers(stored.get(contact.id) ?? defaultUserStatus(contact))
}
