import { type Static, Type } from '@sinclair/typebox'
import { AddressInput, emptyAddress, mergeAddress } from '../../identity/address-schema.ts'
import type { ContactProfile } from '../../identity/contact.ts'
import { nullable } from '../../nullable.ts'
import { invalidField } from '../../problem.ts'

const text = (maxLength = 200) => Type.Optional(nullable(Type.String({ maxLength })))
const email = () => Type.Optional(nullable(Type.String({ format: 'email', maxLength: 254 })))
const phoneNumber = () => Type.Optional(nullable(Type.String({ format: 'phone-number', maxLength: 50 })))
const unchanged = () => Type.Optional(Type.Unknown())

const fields = {
  id: unchanged(),
  activated: Type.Optional(Type.Boolean()),
  address: Type.Optional(nullable(AddressInput)),
  birthdate: Type.Optional(nullable(Type.String({ format: 'date' }))),
  company_id: unchanged(),
  contacts: Type.Optional(
    Type.Object(
      {
        email: email(),
        fax: phoneNumber(),
        phones: Type.Optional(
          nullable(
            Type.Object(
              { home: phoneNumber(), mobile: phoneNumber(), other: phoneNumber(), work: phoneNumber() },
              { additionalProperties: false },
            ),
          ),
        ),
      },
      { additionalProperties: false },
    ),
  ),
  created: unchanged(),
  description: text(5000),
  emergency_contact_number: phoneNumber(),
  extension: unchanged(),
  last_name: text(),
  invitation: unchanged(),
  last_enter: unchanged(),
  primary_agent: text(50),
  timezone: Type.Optional(nullable(Type.String({ format: 'timezone', maxLength: 100 }))),
  title: text(),
  updated: unchanged(),
  work_email: email(),
}

const firstName = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', title: 'more than blanks' })

export const NewContact = Type.Object({ ...fields, first_name: firstName }, { additionalProperties: false })
export const ContactPatch = Type.Object(
  { ...fields, first_name: Type.Optional(firstName) },
  { additionalProperties: false },
)

export type ContactInput = Static<typeof ContactPatch>

/** Fields that clients may send back but not change. */
export const contactIdentity = ['id', 'company_id', 'created']
/** Fields that the server sets. */
export const readOnlyContactFields = [...contactIdentity, 'extension', 'invitation', 'last_enter', 'updated']

export const emptyProfile: ContactProfile = {
  address: emptyAddress,
  birthdate: null,
  description: '',
  emergency_contact_number: '',
  fax: '',
  phones: { home: '', mobile: '', other: '', work: '' },
  primary_agent: null,
  timezone: '',
  title: '',
}

/** Fields in the input replace the stored ones; the rest stays. */
export function mergeContactProfile(stored: ContactProfile, input: ContactInput): ContactProfile {
  const merged: ContactProfile = { ...stored, phones: { ...stored.phones } }
  for (const name of ['description', 'emergency_contact_number', 'timezone', 'title'] as const) {
    if (input[name] !== undefined) merged[name] = input[name] ?? ''
  }
  for (const name of ['birthdate', 'primary_agent'] as const) {
    if (input[name] !== undefined) merged[name] = input[name] || null
  }
  if (input.address !== undefined) merged.address = mergeAddress(stored.address, input.address)
  if (input.contacts?.fax !== undefined) merged.fax = input.contacts.fax ?? ''
  if (input.contacts?.phones === null) merged.phones = emptyProfile.phones
  for (const [kind, number] of Object.entries(input.contacts?.phones ?? {})) {
    merged.phones[kind as keyof ContactProfile['phones']] = number ?? ''
  }
  return merged
}

/** The address has two names. If one changes and the other comes back unchanged, the change counts. */
export function wantedEmail(stored: string | null, input: ContactInput): string | null {
  const current = stored ?? ''
  const given = [input.contacts?.email, input.work_email].filter((value) => value !== undefined)
  const changes = new Set(given.map((value) => value ?? '').filter((value) => value !== current))
  if (changes.size > 1) throw invalidField('/work_email', 'differs from /contacts/email')
  const [change] = changes
  return (change ?? current) || null
}
