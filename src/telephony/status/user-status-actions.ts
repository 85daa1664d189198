import { isDeepStrictEqual } from 'node:util'
import { type Static, Type } from '@sinclair/typebox'
import { recordChange } from '../company/audit/record-change.ts'
import { HttpResponse } from '../http/http-response.ts'
import { pageOffset, pagingHeaders } from '../http/paging.ts'
import type { Actor } from '../identity/actor.ts'
import { findContacts, listContacts } from '../identity/contact-store.ts'
import type { Identity } from '../identity/identity.ts'
import type { Page } from '../list-page.ts'
import { nullable } from '../nullable.ts'
import { invalidField } from '../problem.ts'
import type { TelephonyPlatform } from '../telephony-platform.ts'
import { saveUserStatus } from './save-user-status.ts'
import { clearedStatus, defaultUserStatus, type UserStatus } from './user-status.ts'
import {
  AdditionalStatusSchema,
  MainStatusSchema,
  type StatusLayersSchema,
  statusLayers,
  userStatusView,
} from './user-status-events.ts'
import { findUserStatuses, listUsersWithPhone } from './user-status-store.ts'

const strict = { additionalProperties: false }

/** The statuses of the given users, or of all. Unknown ids are omitted. */
export async function listUserStatuses(
  { database: { read }, personPresences }: Identity,
  { company }: Actor,
  userIds: readonly string[] | undefined,
  page: Page,
): Promise<HttpResponse> {
  const { items, total } = userIds ? await pageOfNamed() : await listContacts(read, company.id, {}, page)
  const ids = items.map(({ id }) => id)
  const statuses = await findUserStatuses(read, company.id, ids)
  const withPhone = await listUsersWithPhone(read, company.id, ids)
  const presences = await personPresences.find(company.id, ids)
  const views = items.map((contact) =>
    userStatusView(company, contact, statuses.get(contact.id) ?? defaultUserStatus(contact), {
      presence: presences.get(contact.id),
      hasPhone: withPhone.has(contact.id),
    }),
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
    text: Type.Optional(
      Type.String({
        maxLength: 60,
        description: 'Words of the user instead of an additional status; empty: none.',
      }),
    ),
    emoji: Type.Optional(
      Type.String({ maxLength: 30, description: 'One emoji before the text; empty: none.' }),
    ),
    clear_at: Type.Optional(
      nullable(
        Type.String({
          maxLength: 40,
          description:
            'When the server clears what the user chose; null: never. A choice without it is never cleared.',
        }),
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
  if (Object.keys(patch).length === 0) throw invalidField('', 'must have main_status or additional_status')
  const { company, contact } = actor
  const words = readWords(patch, platform.clock.now())
  return platform.transact(company.id, async (tx) => {
    const { before, after, changed } = await saveUserStatus(platform, tx, company, contact, (stored) => ({
      ...(isChoice(patch) && { clear_at: null }),
      ...(patch.main_status && { main_status: patch.main_status.status }),
      // One of them is chosen: the other would contradict it.
      ...(words.status_text && { manual_status: '' as const }),
      ...(patch.additional_status && additionalChange(stored, patch.additional_status)),
      ...words,
    }))
    if (
      words.clear_at &&
      isDeepStrictEqual({ ...after, ...clearedStatus(contact) }, { ...after, clear_at: null })
    ) {
      throw invalidField('/clear_at', 'needs a status that can be cleared')
    }
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

/** Whether the user chooses something. What programs report does not end with it. */
const isChoice = ({ main_status, additional_status, text, emoji }: Patch): boolean =>
  main_status !== undefined ||
  text !== undefined ||
  emoji !== undefined ||
  (additional_status !== undefined && additional_status.action_type !== 'automatic')

function readWords({ text, emoji, clear_at: clearAt }: Patch, now: number) {
  if (emoji !== undefined && emoji !== '' && !isEmoji(emoji)) throw invalidField('/emoji', 'is not an emoji')
  const time = clearAt == null ? null : Date.parse(clearAt)
  if (Number.isNaN(time)) throw invalidField('/clear_at', 'is not a date')
  if (time !== null && time <= now) throw invalidField('/clear_at', 'must be in the future')
  return {
    ...(text !== undefined && { status_text: text.trim() }),
    ...(emoji !== undefined && { emoji }),
    // Whole seconds, as in the chat, where linked accounts have the same status.
    ...(clearAt !== undefined && { clear_at: time && Math.ceil(time / 1000) * 1000 }),
  }
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** One character as people see it, that is a picture, a flag or a keycap. */
const isEmoji = (text: string) =>
  [...graphemes.segment(text)].length === 1 &&
  /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u.test(text)

/** The statuses of the user and of programs are stored separately: when one ends, the other shows again. */
function additionalChange(
  stored: UserStatus,
  { status, action = 'set', action_type: type }: NonNullable<Patch['additional_status']>,
): Partial<UserStatus> {
  const column = type === 'automatic' ? 'automatic_status' : 'manual_status'
  if (action === 'set') {
    if (status === undefined) throw invalidField('/additional_status/status', 'is required')
    const ends = column === 'manual_status' && status !== '' && { status_text: '', emoji: '' }
    return { [column]: status, ...ends }
  }
  const isNamed = status === undefined || status === '' || status === stored[column]
  return isNamed ? { [column]: '' } : {}
}
