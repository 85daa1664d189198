import { type Static, Type } from '@sinclair/typebox'
import { isoDate } from '../../../platform/clock.ts'
import { invitationStatus } from '../contacts/contact-view.ts'
import type { Invited } from './invitation-access.ts'

const strict = { additionalProperties: false }

/** All that the holder of a token learns. */
export const InvitationSchema = Type.Object(
  {
    company: Type.Object({ name: Type.String() }, strict),
    contact: Type.Object(
      { first_name: Type.String(), last_name: Type.String(), email: Type.String() },
      strict,
    ),
    status: Type.Union([Type.Literal('pending'), Type.Literal('accepted')]),
    expires_at: Type.String(),
  },
  strict,
)

export type InvitationView = Static<typeof InvitationSchema>

export function invitationView({ company, contact }: Invited, now: number): InvitationView {
  return {
    company: { name: company.name },
    contact: {
      first_name: contact.first_name,
      last_name: contact.last_name,
      email: contact.email ?? '',
    },
    status: invitationStatus(contact, now) === 'accepted' ? 'accepted' : 'pending',
    expires_at: isoDate(contact.invitation_expires_at ?? now),
  }
}
