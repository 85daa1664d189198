import { type Static, Type } from '@sinclair/typebox'
import type { Company } from '../../../identity/company.ts'
import { nullable } from '../../../nullable.ts'
import type { NewTelephonyEvent } from '../../../telephony-event-map.ts'
import { limitNames } from '../../pbx/may-call.ts'

export const ReachedLimitSchema = Type.Object(
  {
    limit: Type.Union(
      limitNames.map((name) => Type.Literal(name)),
      { description: 'Of the company or of a trunk: calls at once, or minutes within 24 hours.' },
    ),
    trunk_id: nullable(Type.String({ description: 'The trunk whose limit it is.' })),
    value: nullable(Type.Integer({ description: 'The limit; null if it was lifted in the meantime.' })),
    reached_at: Type.String(),
  },
  { additionalProperties: false },
)

export type ReachedLimit = Static<typeof ReachedLimitSchema>

declare module '../../../telephony-event-map.ts' {
  interface TelephonyEventMap {
    'call.limit_reached': ReachedLimit
  }
}

/** Calls to the outside are refused, because a limit is reached. For the owner, once in 24 hours. */
export const limitReached = (
  company: Company,
  payload: ReachedLimit,
): NewTelephonyEvent<'call.limit_reached'> => ({
  type: 'call.limit_reached',
  audience: { to: 'contacts', contacts: [company.primary_contact_id] },
  payload,
})
