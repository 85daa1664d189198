import { Type } from '@sinclair/typebox'
import { boolean, optional, otherwise, text } from '../../http/parameter.ts'
import { textOrJson } from '../../http/text-or-json.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import type { Identity } from '../../identity/identity.ts'
import {
  settingFields,
  settingParameters,
  settingsIn,
  timezoneParameter,
} from '../../people/settings/setting-parameters.ts'
import { ProfileDataSchema } from '../../people/user-events.ts'
import { changeOwnAccount } from './change-own-account.ts'
import { getOwnProfile } from './get-own-profile.ts'

const endpoint = endpointOf<Identity>()

const Changed = Type.Object(
  {
    full_name: Type.Optional(Type.String()),
    email: Type.Optional(Type.String()),
    timezone: Type.Optional(Type.String()),
    ...settingFields,
  },
  { additionalProperties: false, description: 'The settings that changed.' },
)

const parameters = { ...settingParameters, timezone: timezoneParameter }

/** The two older paths, each for a part of the settings. */
const half = (path: string, summary: string) =>
  endpoint({
    method: 'PATCH',
    path,
    summary,
    description: 'The same as in Update your settings.',
    access: 'change their own account',
    parameters,
    response: Changed,
    handle: ({ chat, actor, input }) =>
      changeOwnAccount(chat, actor, { settings: settingsIn(input), timezone: input.timezone }),
  })

export const ownSettingsRoutes = [
  endpoint({
    method: 'GET',
    path: '/users/me',
    summary: 'Get profile',
    access: 'see people',
    parameters: {},
    response: Type.Object(
      {
        user_id: Type.Integer(),
        email: Type.String(),
        full_name: Type.String(),
        short_name: Type.String(),
        avatar_url: Type.String(),
        client_id: Type.String(),
        is_admin: Type.Boolean(),
        is_guest: Type.Boolean(),
        is_bot: Type.Boolean(),
        pointer: Type.Integer({ description: 'Id of the message that the pointer points to; -1: none.' }),
        max_message_id: Type.Integer({ description: 'Id of the last message sent by this user; -1: none.' }),
        profile_data: Type.Optional(ProfileDataSchema),
      },
      { additionalProperties: false },
    ),
    handle: ({ chat, actor }) => getOwnProfile(chat, actor),
  }),
  endpoint({
    method: 'PATCH',
    path: '/settings',
    summary: 'Update your settings',
    description:
      'Changes your account and your settings, all or nothing. Omitted arguments leave them unchanged.',
    access: 'change their own account',
    parameters: {
      full_name: optional(textOrJson('The new name.')),
      email: optional(text('A new email address. It receives a mail, and takes effect when confirmed.')),
      old_password: optional(
        text(
          'The current password: required for a new password, and for a new email address if you have a password.',
        ),
      ),
      new_password: optional(
        text(
          'A new password. Ends all other sessions and replaces the API key; fetch_api_key returns the new one.',
        ),
      ),
      keep_api_key: otherwise(
        boolean(
          'Whether the API key stays when the password changes. Do not use it if somebody else may know the password.',
        ),
        false,
      ),
      ...parameters,
    },
    response: Changed,
    handle: ({ chat, actor, input, request, session }) =>
      changeOwnAccount(chat, actor, {
        fullName: input.full_name,
        access: {
          email: input.email,
          password: input.new_password,
          keepApiKey: input.keep_api_key,
          proof: { password: input.old_password, address: request.ip, session },
        },
        timezone: input.timezone,
        settings: settingsIn(input),
      }),
  }),
  half('/settings/display', 'Update your display settings'),
  half('/settings/notifications', 'Update your notification settings'),
]
