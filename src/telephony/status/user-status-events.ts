import { type Static, Type } from '@sinclair/typebox'
import { isoDate } from '../../platform/clock.ts'
import { wholeCompany } from '../event-audience.ts'
import type { Company } from '../identity/company.ts'
import type { Contact } from '../identity/contact.ts'
import type { PersonPresence } from '../identity/person-presences.ts'
import { nullable } from '../nullable.ts'
import type { NewTelephonyEvent } from '../telephony-event-map.ts'
import {
  additionalStatus,
  additionalStatuses,
  effectiveStatus,
  mainStatuses,
  type UserStatus,
  wordsOf,
} from './user-status.ts'

const strict = { additionalProperties: false }
export const MainStatusSchema = Type.Union(mainStatuses.map((status) => Type.Literal(status)))
export const AdditionalStatusSchema = Type.Union(
  [...additionalStatuses, '' as const].map((status) => Type.Literal(status)),
)
const ActionTypeSchema = Type.Union([Type.Literal('manual'), Type.Literal('automatic')])

export const PresenceSchema = Type.Union(
  ['active', 'away', 'offline'].map((presence) => Type.Literal(presence as PersonPresence)),
)

const layers = {
  main_status: Type.Object({ status: MainStatusSchema, action_type: ActionTypeSchema }, strict),
  additional_status: Type.Object(
    {
      status: AdditionalStatusSchema,
      action_type: Type.Union([Type.Literal('manual'), Type.Literal('automatic'), Type.Literal('')]),
    },
    strict,
  ),
}

const words = {
  text: Type.Optional(
    Type.String({ description: 'What the user has written. Omitted if there is nothing.' }),
  ),
  emoji: Type.Optional(Type.String({ description: 'The emoji before the text. Omitted if there is none.' })),
}

export const StatusLayersSchema = Type.Object(
  {
    ...layers,
    ...words,
    clear_at: Type.Optional(
      Type.String({ description: 'When the server clears what the user chose. Omitted if it does not.' }),
    ),
  },
  strict,
)

const common = {
  company_id: Type.String(),
  user_id: Type.String(),
  user_email: Type.String(),
  status: Type.Object(
    {
      status: Type.Union([...mainStatuses, ...additionalStatuses].map((status) => Type.Literal(status))),
      action_type: ActionTypeSchema,
      ...words,
    },
    { ...strict, description: 'What others see.' },
  ),
  id: Type.String({ description: 'A user has one status: the id of the user.' }),
  created_at: Type.String(),
  updated_at: Type.String(),
  deleted_at: nullable(Type.String()),
}

export const UserStatusEventSchema = Type.Object(common, strict)
export const UserStatusSchema = Type.Object(
  {
    ...common,
    ...layers,
    presence: Type.Optional(
      Type.Unsafe<PersonPresence>({
        ...PresenceSchema,
        description:
          'Whether the user is in the chat right now. Omitted for users without an account, and where the organization shows no presence.',
      }),
    ),
    has_registered_phone: Type.Boolean({
      description: 'Whether a phone of the user is registered, so that it rings even if nobody uses the app.',
    }),
  },
  strict,
)

export function statusLayers(status: UserStatus): Static<typeof StatusLayersSchema> {
  return {
    main_status: { status: status.main_status, action_type: 'manual' },
    additional_status: additionalStatus(status),
    ...wordsOf(status),
    ...(status.clear_at !== null && { clear_at: isoDate(status.clear_at) }),
  }
}

export function userStatusEventView(
  company: Company,
  contact: Contact,
  status: UserStatus,
): Static<typeof UserStatusEventSchema> {
  return {
    company_id: company.public_id,
    user_id: contact.id,
    user_email: contact.email ?? '',
    status: effectiveStatus(status),
    id: contact.id,
    created_at: isoDate(status.created_at),
    updated_at: isoDate(status.updated_at),
    deleted_at: null,
  }
}

export const userStatusView = (
  company: Company,
  contact: Contact,
  status: UserStatus,
  { presence, hasPhone }: { presence: PersonPresence | undefined; hasPhone: boolean },
): Static<typeof UserStatusSchema> => ({
  ...userStatusEventView(company, contact, status),
  main_status: statusLayers(status).main_status,
  additional_status: statusLayers(status).additional_status,
  ...(presence && { presence }),
  has_registered_phone: hasPhone,
})

declare module '../telephony-event-map.ts' {
  interface TelephonyEventMap {
    user_status_updated: ReturnType<typeof userStatusEventView>
  }
}

export function userStatusUpdated(
  company: Company,
  contact: Contact,
  status: UserStatus,
): NewTelephonyEvent<'user_status_updated'> {
  return {
    type: 'user_status_updated',
    audience: wholeCompany,
    payload: userStatusEventView(company, contact, status),
  }
}
