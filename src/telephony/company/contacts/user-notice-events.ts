import { type Static, Type } from '@sinclair/typebox'
import { type Clock, isoDate } from '../../../platform/clock.ts'
import type { Author } from '../../identity/actor.ts'
import { fullName } from '../../identity/contact.ts'
import { newObjectId } from '../../object-id.ts'
import type { NewTelephonyEvent } from '../../telephony-event-map.ts'

declare module '../../telephony-event-map.ts' {
  interface TelephonyEventMap {
    'user.notice': UserNotice
  }
}

export const UserNoticeSchema = Type.Object(
  {
    id: Type.String(),
    user_id: Type.String({ description: 'The user whom it concerns.' }),
    by: Type.String({ description: 'The name of who changed it.' }),
    text: Type.String({ description: 'What has changed.' }),
    created_at: Type.String(),
  },
  { additionalProperties: false },
)

export type UserNotice = Static<typeof UserNoticeSchema>

/** What tells users that somebody else has changed something of theirs. Nobody is told what they did themselves. */
export function userNotices(
  clock: Clock,
  author: Author,
  userIds: readonly string[],
  text: string,
): NewTelephonyEvent<'user.notice'>[] {
  const { caller, contact } = author
  const actor = caller?.kind === 'person' ? (caller.owner ?? contact) : contact
  const by = actor ? fullName(actor) : 'The operator'
  const others = [...new Set(userIds)].filter((id) => id !== actor?.id)
  return others.map((id) => ({
    type: 'user.notice',
    audience: { to: 'contacts', contacts: [id] },
    payload: {
      id: newObjectId(clock),
      user_id: id,
      by,
      text: `${by} ${text}.`,
      created_at: isoDate(clock.now()),
    },
  }))
}
