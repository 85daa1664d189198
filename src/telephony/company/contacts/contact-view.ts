import { type Static, Type } from '@sinclair/typebox'
import { isoDate, isoDateOrNull } from '../../../platform/clock.ts'
import { AddressSchema } from '../../identity/address-schema.ts'
import type { Contact, InvitationStatus } from '../../identity/contact.ts'
import { nullable } from '../../nullable.ts'
import type { ExtensionSummary } from '../company-phones.ts'

export const ContactSchema = Type.Object(
  {
    id: Type.String(),
    activated: Type.Boolean({ description: 'Whether the user is enabled.' }),
    address: AddressSchema,
    birthdate: nullable(Type.String()),
    company_id: Type.String(),
    contacts: Type.Object(
      {
        email: Type.String(),
        fax: Type.String(),
        phones: Type.Object(
          { home: Type.String(), mobile: Type.String(), other: Type.String(), work: Type.String() },
          { additionalProperties: false },
        ),
      },
      { additionalProperties: false },
    ),
    created: Type.String(),
    description: Type.String(),
    emergency_contact_number: Type.String(),
    extension: nullable(
      Type.Object(
        { id: Type.String(), description: Type.String(), name: Type.String(), number: Type.Integer() },
        { additionalProperties: false },
      ),
    ),
    first_name: Type.String(),
    last_name: Type.String(),
    invitation: Type.Object(
      {
        accepted_at: nullable(Type.String()),
        expired_at: nullable(Type.String({ description: 'When it expires or has expired.' })),
        issued_at: nullable(Type.String()),
        status: Type.Union(
          (['none', 'pending', 'accepted', 'expired', 'revoked'] as const).map((status) =>
            Type.Literal(status),
          ),
        ),
      },
      { additionalProperties: false },
    ),
    last_enter: nullable(Type.String({ description: 'Last login.' })),
    primary_agent: nullable(Type.String({ description: 'If the user is in an agent group.' })),
    timezone: Type.String(),
    title: Type.String(),
    updated: Type.String(),
    work_email: Type.String({ description: 'The same address as contacts.email.' }),
  },
  { additionalProperties: false },
)

export type ContactView = Static<typeof ContactSchema>

/** `extension` is the first extension of the user. */
export function contactView(
  contact: Contact,
  companyPublicId: string,
  extension: ExtensionSummary | undefined,
  now: number,
): ContactView {
  const { profile } = contact
  return {
    id: contact.id,
    activated: contact.activated === 1,
    address: profile.address,
    birthdate: profile.birthdate,
    company_id: companyPublicId,
    contacts: { email: contact.email ?? '', fax: profile.fax, phones: profile.phones },
    created: isoDate(contact.created_at),
    description: profile.description,
    emergency_contact_number: profile.emergency_contact_number,
    extension: extension
      ? {
          id: extension.id,
          description: extension.description,
          name: extension.name,
          number: extension.number,
        }
      : null,
    first_name: contact.first_name,
    last_name: contact.last_name,
    invitation: {
      accepted_at: isoDateOrNull(contact.invitation_accepted_at),
      expired_at: isoDateOrNull(contact.invitation_expires_at),
      issued_at: isoDateOrNull(contact.invitation_issued_at),
      status: invitationStatus(contact, now),
    },
    last_enter: isoDateOrNull(contact.last_enter),
    primary_agent: profile.primary_agent,
    timezone: profile.timezone,
    title: profile.title,
    updated: isoDate(contact.updated_at),
    work_email: contact.email ?? '',
  }
}

/** A pending invitation expires without a write. */
export function invitationStatus(contact: Contact, now: number): InvitationStatus {
  const { invitation_status: status, invitation_expires_at: expiresAt } = contact
  return status === 'pending' && expiresAt !== null && expiresAt <= now ? 'expired' : status
}
