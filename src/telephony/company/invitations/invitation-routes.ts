import { Type } from '@sinclair/typebox'
import { operationOf } from '../../http/operation.ts'
import { ContactSchema } from '../contacts/contact-view.ts'
import type { Directory } from '../directory.ts'
import { acceptInvitation, issueInvitation, revokeInvitation } from './change-invitation.ts'
import { contactToInvite, findInvitation, limitGuesses } from './invitation-access.ts'
import { InvitationSchema, invitationView } from './invitation-view.ts'
import { showInvitationLink } from './mail-invitation.ts'

const operation = operationOf<Directory>()

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
    access: 'add, invite and remove users',
    success: { status: 200, schema: ContactSchema },
    problems: [403, 404, 409],
    find: ({ context, actor, params }) => contactToInvite(context, actor, params.contact_id!),
    handle: ({ context, actor, subject }) => issueInvitation(context, actor, subject.id),
  }),
  operation({
    method: 'DELETE',
    path: ofContact,
    area,
    summary: 'Revoke an invitation',
    access: 'add, invite and remove users',
    success: { status: 200, schema: ContactSchema },
    problems: [403, 404, 409],
    find: ({ context, actor, params }) => contactToInvite(context, actor, params.contact_id!),
    handle: ({ context, actor, subject }) => revokeInvitation(context, actor, subject.id),
  }),
  operation({
    method: 'POST',
    path: `${ofContact}/link`,
    area,
    summary: 'Get the link of an invitation',
    description:
      'Only on a server without a mail server, and only for the person who issued the invitation, who passes the link on. 409: the user got it by mail, or the invitation is not pending.',
    access: 'add, invite and remove users',
    success: { status: 200, schema: Type.Object({ link: Type.String() }, { additionalProperties: false }) },
    problems: [403, 404, 409],
    find: ({ context, actor, params }) => contactToInvite(context, actor, params.contact_id!),
    handle: async ({ context, actor, subject }) => ({
      link: await showInvitationLink(context, actor, subject),
    }),
  }),
  operation({
    method: 'GET',
    path: '/invitations/:token',
    area,
    summary: 'Look at an invitation',
    description: 'For anyone with the token. 410: already accepted, expired or revoked.',
    access: 'follow a link that carries a token',
    success: { status: 200, schema: InvitationSchema },
    problems: [404, 410],
    async handle({ context, params, request }) {
      await limitGuesses(context, request)
      return invitationView(await findInvitation(context, params.token!), context.clock.now())
    },
  }),
  operation({
    method: 'POST',
    path: '/invitations/accept',
    area,
    summary: 'Accept an invitation',
    description: 'For anyone with the token. 410: already accepted, expired or revoked.',
    access: 'follow a link that carries a token',
    body: Type.Object(
      { token: Type.String({ minLength: 1, maxLength: 200 }) },
      { additionalProperties: false },
    ),
    success: { status: 200, schema: InvitationSchema },
    problems: [400, 404, 410],
    find: async ({ context, request }) => limitGuesses(context, request),
    async handle({ context, body }) {
      const invited = await findInvitation(context, body.token)
      return invitationView(await acceptInvitation(context, invited), context.clock.now())
    },
  }),
]
