import { Type } from '@sinclair/typebox'
import { boolean, integer, json, otherwise, text } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import type { Identity } from '../../identity/identity.ts'
import { listInvites, resendInvite, revokeInvite } from './change-invite.ts'
import { createInviteLink, type InviteTerms } from './create-invite.ts'
import { invitePeople } from './invite-people.ts'
import { InvitedAs, InviteSchema, roleOfNumber } from './invite-view.ts'

const endpoint = endpointOf<Identity>()

const TEN_DAYS = 14_400
const TEN_YEARS = 5_256_000

const terms = {
  invite_as: otherwise(json('100, 200: administrator; 300, 400: member; 600: guest.', InvitedAs), 400),
  stream_ids: otherwise(json('Ids of streams to join.', Type.Array(Type.Integer())), []),
  invite_expires_in_minutes: otherwise(
    json(
      'How many minutes it can be used; null: forever.',
      Type.Union([Type.Integer({ minimum: 1, maximum: TEN_YEARS }), Type.Null()]),
    ),
    TEN_DAYS,
  ),
  include_realm_default_subscriptions: otherwise(
    boolean('Also join the default streams of the organization.'),
    false,
  ),
  notify_referrer_on_join: otherwise(boolean('Notify you by a message when somebody joins.'), true),
}

interface GivenTerms {
  invite_as: number
  stream_ids: number[]
  invite_expires_in_minutes: number | null
  include_realm_default_subscriptions: boolean
  notify_referrer_on_join: boolean
}

const readTerms = (given: GivenTerms): InviteTerms => ({
  role: roleOfNumber(given.invite_as),
  streamIds: given.stream_ids,
  includeDefaultStreams: given.include_realm_default_subscriptions,
  notifyInviter: given.notify_referrer_on_join,
  expiresInMinutes: given.invite_expires_in_minutes,
})

const Nothing = Type.Object({}, { additionalProperties: false })
const inviteId = integer('Id of the invitation.')

export const inviteRoutes = [
  endpoint({
    method: 'POST',
    path: '/invites',
    summary: 'Invite people by mail',
    description:
      'Sends each address a mail with a link that works once. Only administrators can invite administrators. A server without a mail server returns the links, for you to pass on.',
    access: 'invite people',
    parameters: {
      invitee_emails: text('Addresses, separated by commas or line breaks.'),
      ...terms,
    },
    response: Type.Object(
      {
        invite_links: Type.Optional(
          Type.Array(
            Type.Object({ email: Type.String(), link: Type.String() }, { additionalProperties: false }),
            { description: 'Only if no mail was sent, because the server has no mail server.' },
          ),
        ),
      },
      { additionalProperties: false },
    ),
    async handle({ chat, actor, input }) {
      const links = await invitePeople(chat, actor, input.invitee_emails, readTerms(input))
      return { ...(links && { invite_links: links }) }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/invites/multiuse',
    summary: 'Create an invitation link',
    description: 'Any number of people can join with the link.',
    access: 'invite people',
    parameters: terms,
    response: Type.Object({ invite_link: Type.String() }, { additionalProperties: false }),
    handle: async ({ chat, actor, input }) => ({
      invite_link: await createInviteLink(chat, actor, readTerms(input)),
    }),
  }),
  endpoint({
    method: 'GET',
    path: '/invites',
    summary: 'List the invitations that can still be used',
    description: 'Your own invitations; for administrators, all of them.',
    access: 'invite people',
    parameters: {},
    response: Type.Object({ invites: Type.Array(InviteSchema) }, { additionalProperties: false }),
    handle: async ({ chat, actor }) => ({ invites: await listInvites(chat, actor) }),
  }),
  endpoint({
    method: 'DELETE',
    path: '/invites/:invite_id',
    summary: 'Revoke an invitation by mail',
    access: 'invite people',
    parameters: { invite_id: inviteId },
    response: Nothing,
    async handle({ chat, actor, input }) {
      await revokeInvite(chat, actor, input.invite_id, 'mail')
      return {}
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/invites/multiuse/:invite_id',
    summary: 'Revoke an invitation link',
    access: 'invite people',
    parameters: { invite_id: inviteId },
    response: Nothing,
    async handle({ chat, actor, input }) {
      await revokeInvite(chat, actor, input.invite_id, 'link')
      return {}
    },
  }),
  endpoint({
    method: 'POST',
    path: '/invites/:invite_id/resend',
    summary: 'Mail an invitation again',
    access: 'invite people',
    parameters: { invite_id: inviteId },
    response: Type.Object(
      {
        timestamp: Type.Integer(),
        invite_link: Type.Optional(
          Type.String({ description: 'Only if no mail was sent, because the server has no mail server.' }),
        ),
      },
      { additionalProperties: false },
    ),
    handle: ({ chat, actor, input }) => resendInvite(chat, actor, input.invite_id),
  }),
]
