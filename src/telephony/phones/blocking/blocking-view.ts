import { type Static, Type } from '@sinclair/typebox'
import { isoDate } from '../../../platform/clock.ts'
import { nullable } from '../../nullable.ts'
import { type BlockedNumbersTable, blockActions, type CallScreeningTable } from './blocking-tables.ts'

const strict = { additionalProperties: false }
const unchanged = () => Type.Optional(Type.Unknown())

const action = Type.Union(
  blockActions.map((name) => Type.Literal(name)),
  {
    description:
      'What happens to the caller. busy: gets 486; reject: gets 403; voicemail: can leave a message for the extension that was dialled, and gets 486 if it takes none.',
  },
)
const number = Type.String({
  format: 'phone-number',
  minLength: 1,
  maxLength: 50,
  description:
    "E.164, or with `is_prefix` its beginning, such as `+252`. Numbers without a country are of the company's.",
})
const note = Type.String({ format: 'line', maxLength: 200 })
const forCompany = Type.Boolean({
  description: 'For the whole company. Only owners and administrators can say so.',
})
const isPrefix = Type.Boolean({ description: 'All numbers that begin so are blocked.' })

export const BlockedNumberSchema = Type.Object(
  {
    id: Type.String(),
    company: Type.String(),
    for_company: forCompany,
    user_id: nullable(
      Type.String({ description: 'Whose extensions it may not call; null for the company.' }),
    ),
    number: Type.String({ description: 'E.164, or with `is_prefix` its beginning.' }),
    is_prefix: isPrefix,
    action,
    note: Type.String(),
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  strict,
)

export const NewBlockedNumber = Type.Object(
  {
    for_company: Type.Optional(forCompany),
    user_id: Type.Optional(Type.String({ maxLength: 50, description: 'Absent: the acting user.' })),
    number,
    is_prefix: Type.Optional(isPrefix),
    action: Type.Optional(action),
    note: Type.Optional(note),
  },
  strict,
)

export const BlockedNumberPatch = Type.Object(
  {
    action: Type.Optional(action),
    note: Type.Optional(note),
    ...{ id: unchanged(), company: unchanged(), for_company: unchanged() },
    ...{ user_id: unchanged(), number: unchanged() },
    ...{ is_prefix: unchanged(), created_at: unchanged(), updated_at: unchanged() },
  },
  strict,
)

/** Fields that clients may send back but not change. */
export const blockedNumberIdentity = [
  'id',
  'company',
  'for_company',
  'user_id',
  'number',
  'is_prefix',
  'created_at',
]

export type BlockedNumberView = Static<typeof BlockedNumberSchema>

export const blockedNumberView = (row: BlockedNumbersTable, companyPublicId: string): BlockedNumberView => ({
  id: row.id,
  company: companyPublicId,
  for_company: row.user_id === '',
  user_id: row.user_id || null,
  number: row.number,
  is_prefix: row.is_prefix === 1,
  action: row.action,
  note: row.note,
  created_at: isoDate(row.created_at),
  updated_at: isoDate(row.updated_at),
})

const screening = {
  reject_anonymous: Type.Boolean({ description: 'Callers outside who withhold their number are refused.' }),
  screen_unknown: Type.Boolean({
    description:
      'If the company does not know a caller outside, the person who answers hears tones and presses 1 to take the call.',
  }),
}

export const CallScreeningSchema = Type.Object(screening, strict)
export const CallScreeningPatch = Type.Partial(CallScreeningSchema, strict)

export type CallScreeningView = Static<typeof CallScreeningSchema>

export const callScreeningView = (row: CallScreeningTable | undefined): CallScreeningView => ({
  reject_anonymous: row?.reject_anonymous === 1,
  screen_unknown: row?.screen_unknown === 1,
})
