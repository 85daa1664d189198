import { Type } from '@sinclair/typebox'
import { checkEmail } from '../../accounts/create-user.ts'
import { ChatError, missingArgument } from '../../chat-error.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import { featureLevel } from '../../http/feature-level.ts'
import { optional, text } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import { namesByCode } from '../../markdown/emoji-names.ts'
import { fetchDevelopmentKey } from './fetch-development-key.ts'
import { serverSettings } from './server-settings.ts'

const endpoint = endpointOf<ChatPlatform>()

const ExternalMethod = Type.Object(
  {
    name: Type.String(),
    display_name: Type.String(),
    display_icon: Type.Union([Type.String(), Type.Null()]),
    login_url: Type.String(),
    signup_url: Type.String(),
  },
  { additionalProperties: false },
)

export const serverSettingsRoutes = [
  endpoint({
    method: 'GET',
    path: '/server_settings',
    summary: 'Get global settings',
    description: 'On a root domain without an organization, the fields of the organization are omitted.',
    access: 'see the settings of the server',
    parameters: {},
    response: Type.Object(
      {
        authentication_methods: Type.Record(Type.String(), Type.Boolean()),
        chat_version: Type.String(),
        zulip_version: Type.String(),
        zulip_merge_base: Type.String(),
        zulip_feature_level: Type.Integer(),
        push_notifications_enabled: Type.Boolean(),
        is_incompatible: Type.Boolean(),
        email_auth_enabled: Type.Boolean(),
        require_email_format_usernames: Type.Boolean(),
        realm_uri: Type.Optional(Type.String()),
        realm_name: Type.Optional(Type.String()),
        realm_icon: Type.Optional(Type.String()),
        realm_description: Type.Optional(Type.String()),
        realm_web_public_access_enabled: Type.Optional(Type.Boolean()),
        external_authentication_methods: Type.Array(ExternalMethod),
      },
      { additionalProperties: false },
    ),
    async handle({ chat, realm, client, request }) {
      return serverSettings(chat, realm, client, featureLevel(request))
    },
  }),
  endpoint({
    method: 'GET',
    path: '/emoji_data',
    summary: 'Get the names of all emoji',
    description: 'What server_emoji_data_url of register points to. It needs no account.',
    access: 'see the settings of the server',
    parameters: {},
    response: Type.Object(
      {
        code_to_names: Type.Record(Type.String(), Type.Array(Type.String()), {
          description: 'The names of each emoji, the usual one first, by its code.',
        }),
      },
      { additionalProperties: false },
    ),
    handle: async () => ({ code_to_names: namesByCode() }),
  }),
  endpoint({
    method: 'POST',
    path: '/dev_fetch_api_key',
    summary: 'Fetch a development API key',
    description: 'Only on development servers: returns the key of any account.',
    access: 'sign in, join, and follow mailed links',
    parameters: { username: optional(text('Email address of the user; required.')) },
    response: Type.Object({ api_key: Type.String(), email: Type.String() }, { additionalProperties: false }),
    async handle({ chat, realm, input }) {
      if (!chat.config.development) throw new ChatError('Dev environment not enabled.')
      if (input.username === undefined) throw missingArgument('username')
      checkEmail(input.username)
      return fetchDevelopmentKey(chat, realm, input.username)
    },
  }),
]
