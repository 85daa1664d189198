import { Type } from '@sinclair/typebox'
import { integer, json, optional, text } from '../chat/http/parameter.ts'
import { endpointWith } from '../chat/identity/calls/endpoint.ts'
import { connectPhones } from './accounts/connect-phones.ts'
import { listAvatars } from './accounts/list-avatars.ts'
import { changePhoneUser, listPhoneUsers } from './accounts/phone-users.ts'
import { findPhonesSetup, showWorkspace, WorkspaceSchema } from './accounts/show-workspace.ts'
import { PersonPhonesSchema, showPersonPhones } from './bridge/show-person-phones.ts'
import { showTexted, TextedSchema } from './bridge/show-texted.ts'
import { listFreeNumbers, listTiedNumbers, tieNumber, untieNumber } from './bridge/tie-number.ts'
import type { Workspace } from './workspace.ts'
import { workspacePermissions } from './workspace-permissions.ts'

const endpoint = endpointWith<Workspace, typeof workspacePermissions>(workspacePermissions)

const Nothing = Type.Object({}, { additionalProperties: false })

/** In the format of the chat API, since its accounts call them. */
export const workspaceRoutes = [
  endpoint({
    method: 'GET',
    path: '/workspace',
    summary: 'Get the phones of the organization',
    description: 'The company that the organization uses for its phones, and who the caller is there.',
    access: 'see the phones of the organization',
    parameters: {},
    response: WorkspaceSchema,
    handle: ({ chat, actor }) => showWorkspace(chat, actor.user),
  }),
  endpoint({
    method: 'GET',
    path: '/workspace/setup',
    summary: 'Get the state of the setup of the phones',
    access: 'connect a company for phones',
    parameters: {},
    response: Type.Object(
      { phone_registered: Type.Boolean({ description: 'A phone of the organization is registered.' }) },
      { additionalProperties: false },
    ),
    handle: ({ chat, realm }) => findPhonesSetup(chat, realm),
  }),
  endpoint({
    method: 'POST',
    path: '/workspace/company',
    summary: 'Connect the organization to a company',
    description:
      'With an API key, to an existing company. Without one, a new company is created, and the caller owns it. Members of the organization become users of the company.',
    access: 'connect a company for phones',
    parameters: {
      api_key_of_company: optional(text('An API key of the company, with all permissions.')),
    },
    response: WorkspaceSchema,
    async handle({ chat, actor, input }) {
      await connectPhones(chat, actor, input.api_key_of_company)
      return showWorkspace(chat, actor.user)
    },
  }),
  endpoint({
    method: 'GET',
    path: '/workspace/phone_users',
    summary: 'List the phone users of accounts',
    access: 'link accounts to phone users',
    parameters: {},
    response: Type.Object(
      {
        phone_users: Type.Array(
          Type.Object(
            {
              user_id: Type.Integer(),
              phone_user_id: Type.Union([Type.String(), Type.Null()], {
                description: 'null: none, or not created yet.',
              }),
            },
            { additionalProperties: false },
          ),
        ),
      },
      { additionalProperties: false },
    ),
    handle: async ({ chat, realm }) => ({ phone_users: await listPhoneUsers(chat, realm) }),
  }),
  endpoint({
    method: 'GET',
    path: '/workspace/avatars',
    summary: 'Get the avatars of phone users',
    access: 'see the phones of the organization',
    parameters: {
      phone_user_ids: json(
        'Ids of users of the company.',
        Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 }),
      ),
    },
    response: Type.Object(
      {
        avatars: Type.Record(Type.String(), Type.String(), {
          description: 'URLs by phone user. Users without an account or an uploaded picture are left out.',
        }),
      },
      { additionalProperties: false },
    ),
    handle: async ({ chat, realm, input }) => ({
      avatars: await listAvatars(chat, realm, input.phone_user_ids),
    }),
  }),
  endpoint({
    method: 'PUT',
    path: '/workspace/phone_users/:user_id',
    summary: 'Choose the phone user of an account',
    description:
      'From then on, the session of the account is also a session of that telephony user. The person is told, and the audit trail of the company names you. Only the owner of the phones may change their own link.',
    access: 'link accounts to phone users',
    parameters: {
      user_id: integer('The account.'),
      phone_user_id: json(
        'The id of a user of the company; null: none.',
        Type.Union([Type.String({ maxLength: 100 }), Type.Null()]),
      ),
    },
    response: Nothing,
    async handle({ chat, actor, input }) {
      await changePhoneUser(chat, actor, input.user_id, input.phone_user_id)
      return {}
    },
  }),
  endpoint({
    method: 'GET',
    path: '/workspace/people/:user_id/phones',
    summary: 'Get the phone numbers of a person',
    description: 'Empty for people without phones, and for guests who ask.',
    access: 'see the phones of the organization',
    parameters: { user_id: integer('The account.') },
    response: PersonPhonesSchema,
    handle: ({ chat, actor, input }) => showPersonPhones(chat, actor, input.user_id),
  }),
  endpoint({
    method: 'GET',
    path: '/workspace/free_numbers',
    summary: 'List the texting numbers without a stream',
    access: 'tie texting numbers to streams',
    parameters: {},
    response: Type.Object({ numbers: Type.Array(Type.String()) }, { additionalProperties: false }),
    handle: async ({ chat, actor }) => ({ numbers: await listFreeNumbers(chat, actor) }),
  }),
  endpoint({
    method: 'GET',
    path: '/workspace/numbers',
    summary: 'List the texting numbers of streams',
    access: 'see the texting numbers of streams',
    parameters: {},
    response: Type.Object(
      {
        numbers: Type.Array(
          Type.Object({ stream_id: Type.Integer(), number: Type.String() }, { additionalProperties: false }),
        ),
      },
      { additionalProperties: false },
    ),
    handle: async ({ chat, actor }) => ({ numbers: await listTiedNumbers(chat, actor) }),
  }),
  endpoint({
    method: 'GET',
    path: '/workspace/numbers/:stream_id/recipients',
    summary: 'Get the recipients of a topic',
    description: 'Who gets what is written in a topic of a stream with a texting number.',
    access: 'see the texting numbers of streams',
    parameters: { stream_id: integer('The stream.'), topic: text('The topic.') },
    response: TextedSchema,
    handle: ({ chat, actor, input }) => showTexted(chat, actor, input.stream_id, input.topic),
  }),
  endpoint({
    method: 'PUT',
    path: '/workspace/numbers/:stream_id',
    summary: 'Tie a texting number to a stream',
    description:
      'Each text conversation of the number becomes a topic of the stream, and what people write there is sent as texts. A topic that contains a number starts a conversation.',
    access: 'tie texting numbers to streams',
    parameters: {
      stream_id: integer('The stream.'),
      number: text('A texting number of the company, as +12025550101.'),
    },
    response: Nothing,
    async handle({ chat, actor, input }) {
      await tieNumber(chat, actor, input.stream_id, input.number)
      return {}
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/workspace/numbers/:stream_id',
    summary: 'Untie the number of a stream',
    description: 'Messages and texts stay where they are.',
    access: 'tie texting numbers to streams',
    parameters: { stream_id: integer('The stream.') },
    response: Nothing,
    async handle({ chat, actor, input }) {
      await untieNumber(chat, actor, input.stream_id)
      return {}
    },
  }),
]
