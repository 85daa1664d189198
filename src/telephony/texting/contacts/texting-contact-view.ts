import { type Static, Type } from '@sinclair/typebox'
import { isoDate } from '../../../platform/clock.ts'
import { nullable } from '../../nullable.ts'
import type { TextingContact } from './texting-contact-store.ts'

export const TextingContactSchema = Type.Object(
  {
    id: Type.String(),
    company_id: Type.String(),
    number: Type.String({ description: 'E.164, or as the carrier sent it if it is not such a number.' }),
    first_name: Type.String(),
    last_name: Type.String(),
    email: Type.String(),
    avatar: Type.String(),
    user_id: nullable(Type.String({ description: 'The user of the company whose texting number it is.' })),
    opted_out: Type.Boolean({
      description: 'They replied STOP: nothing is sent to them until they reply START.',
    }),
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  { additionalProperties: false },
)

export type TextingContactView = Static<typeof TextingContactSchema>

export const textingContactView = (contact: TextingContact, companyPublicId: string): TextingContactView => ({
  id: contact.id,
  company_id: companyPublicId,
  number: contact.number,
  first_name: contact.first_name,
  last_name: contact.last_name,
  email: contact.email,
  avatar: '',
  user_id: contact.user_id,
  opted_out: contact.opted_out_at !== null,
  created_at: isoDate(contact.created_at),
  updated_at: isoDate(contact.updated_at),
})
