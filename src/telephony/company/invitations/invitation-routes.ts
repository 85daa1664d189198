import { Type } from '@sinclair/typebox'
import { operation } from '../../http/operation.ts'
import { ContactSchema } from '../contacts/contact-view.ts'
import { acceptInvitation, issueInvitation, revokeInvitation } from './change-invitation.ts'
import { contactToInvite, findInvitation, limitGuesses } from './invitation-access.ts'
import { InvitationSchema, invitationView } from './invitation-view.ts'

const area = 'Invitations'
const ofContact = '/company/contacts/:contact_id/invitation'

export const invitationRoutes = [
  operation({
    method: 'POST',
    path: ofContact,
    area,
    summary: 'Invite a user again',
    description:
      'Creating a user invites for the first time. The token goes to the user, by mail; one that was sent before stops working.',
    access: 'users',
    success: { status: 200, schema: ContactSchema },
    problems: [403, 404, 409],
    find: ({ telephony, actor, params }) => contactToInvite(telephony, actor, params.contact_id!),
    handle: ({ telephony, actor, subject }) => issueInvitation(telephony, actor, subject.id),
  }),
  operation({
    method: 'DELETE',
    path: ofContact,
    area,
    summary: 'Revoke an invitation',
    access: 'users',
    success: { status: 200, schema: ContactSchema },
    problems: [403, 404, 409],
    find: ({ telephony, actor, params }) => contactToInvite(telephony, actor, params.contact_id!),
    handle: ({ telephony, actor, subject }) => revokeInvitation(telephony, actor, subject.id),
  }),
  operation({
    method: 'GET',
    path: '/invitations/:token',
    area,
    summary: 'Look at an invitation',
    description: 'For whoever holds the token. 410: accepted before, expired or revoked.',
    access: 'anyone',
    success: { status: 200, schema: InvitationSchema },
    problems: [404, 410],
    async handle({ telephony, params, request }) {
      await limitGuesses(telephony, request)
      return invitationView(await findInvitation(telephony, params.token!), telephony.clock.now())
    },
  }),
  operation({
    method: 'POST',
    path: '/invitations/accept',
    area,
    summary: 'Accept an invitation',
    description: 'For whoever holds the token. 410: accepted before, expired or revoked.',
    access: 'anyone',
    body: Type.Object(
      { token: Type.String({ minLength: 1, maxLength: 200 }) },
      { additionalProperties: false },
    ),
    success: { status: 200, schema: InvitationSchema },
    problems: [400, 404, 410],
    find: async ({ telephony, request }) => limitGuesses(telephony, request),
    async handle({ telephony, body }) {
      const invited = await findInvitation(telephony, body.token)
      return invitationView(await acceptInvitation(telephony, invited), telephony.clock.now())
    },
  }),
]
