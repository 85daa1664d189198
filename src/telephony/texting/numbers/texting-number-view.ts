import { type Static, Type } from '@sinclair/typebox'
import { isoDate } from '../../../platform/clock.ts'
import { tenDigits } from '../../normalize-number.ts'
import type { TextingNumber } from './texting-number-store.ts'

export const TextingNumberSchema = Type.Object(
  {
    number: Type.String({ description: 'E.164.' }),
    from_number: Type.String({ description: 'As in conversations: without +1.' }),
    company_id: Type.String(),
    users: Type.Array(Type.String(), {
      description: 'Ids of the users who see its conversations, in addition to the primary user.',
    }),
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  { additionalProperties: false },
)

export type TextingNumberView = Static<typeof TextingNumberSchema>

export const textingNumberView = (number: TextingNumber, companyPublicId: string): TextingNumberView => ({
  number: number.number,
  from_number: tenDigits(number.number),
  company_id: companyPublicId,
  users: number.users,
  created_at: isoDate(number.created_at),
  updated_at: isoDate(number.updated_at),
})
