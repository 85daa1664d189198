import { type Static, Type } from '@sinclair/typebox'
import { recordChange } from '../company/audit/record-change.ts'
import { HttpResponse } from '../http/http-response.ts'
import { pageOffset, pagingHeaders } from '../http/paging.ts'
import type { Actor } from '../identity/actor.ts'
import { findContacts, listContacts } from '../identity/contact-store.ts'
import type { Page } from '../list-page.ts'
import { invalidField } from '../problem.ts'
import type { TelephonyPlatform } from '../telephony-platform.ts'
import { saveUserStatus } from './save-user-status.ts'
import { defaultUserStatus, type UserStatus } from './user-status.ts'
import {
  AdditionalStatusSchema,
  MainStatusSchema,
  type StatusLayersSchema,
  statusLayers,
  userStatusView,
} from './user-status-events.ts'
import { findUserStatuses } from './user-status-store.ts'

const strict = { additionalProperties: false }

/** The statuses of the given users, or of all. Unknown ids are omitted. */
export async function listUserStatuses(
  { database: { read } }: TelephonyPlatform,
  { company }: Actor,
  userIds: readonly string[] | undefined,
  page: Page,
): Promise<HttpResponse> {
  const { items, total } = userIds ? await pageOfNamed() : await listContacts(read, company.id, {}, page)
  const statuses = await findUserStatuses(
    read,
    company.id,
    items.map(({ id }) => id),
  )
  const views = items.map((contact) =>
    userStatusView(company, contact, statuses.get(contact.id) ?? defaultUserStatus(contact)),
  )
  return new HttpResponse(views, { headers: pagingHeaders(page, total) })

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

export const StatusPatch = Type.Object(
  {
    main_status: Type.Optional(
      Type.Object({ status: MainStatusSchema, action_type: Type.Optional(Type.Literal('manual')) }, strict),
    ),
    additional_status: Type.Optional(
      Type.Object(
        {
          status: Type.Optional(AdditionalStatusSchema),
          action: Type.Optional(
            Type.Union([Type.Literal('set'), Type.Literal('unset')], {
              description: "'set' unless it is said; 'unset' takes away only what is named.",
            }),
          ),
          action_type: Type.Optional(
            Type.Union([Type.Literal('manual'), Type.Literal('automatic'), Type.Literal('')], {
              description:
                "'manual' unless it is said. What a program sets does not replace what the user chose.",
            }),
          ),
        },
        strict,
      ),
    ),
  },
  strict,
)

type Patch = Static<typeof StatusPatch>

export async function updateUserStatus(
  platform: TelephonyPlatform,
  actor: Actor,
  patch: Patch,
): Promise<Static<typeof StatusLayersSchema>> {
  if (!patch.main_status && !patch.additional_status) {
    throw invalidField('', 'must have main_status or additional_status')
  }
  const { company, contact } = actor
  return platform.transact(company.id, async (tx) => {
    const { before, after, changed } = await saveUserStatus(platform, tx, company, contact, (stored) => ({
      ...(patch.main_status && { main_status: patch.main_status.status }),
      ...(patch.additional_status && additionalChange(stored, patch.additional_status)),
    }))
    if (changed) {
      await recordChange(tx, platform.clock, actor, {
        action: 'user_status.updated',
        id: contact.id,
        before: statusLayers(before),
        after: statusLayers(after),
      })
    }
    return statusLayers(after)
  })
}

/** The statuses of the user and of programs are stored separately: when one ends, the other shows again. */
function additionalChange(
  stored: UserStatus,
  { status, action = 'set', action_type: type }: NonNullable<Patch['additional_status']>,
): Partial<UserStatus> {
  const column = type === 'automatic' ? 'automatic_status' : 'manual_status'
  if (action === 'set') {
    if (status === undefined) throw invalidField('/additional_status/status', 'is required')
    return { [column]: status }
  }
  const isNamed = status === undefined || status === '' || status === stored[column]
  return isNamed ? { [column]: '' } : {}
}
