import { Type } from '@sinclair/typebox'
import { optional, text } from '../../http/parameter.ts'
import { textOrJson } from '../../http/text-or-json.ts'
import { endpoint } from '../../identity/calls/endpoint.ts'
import {
  settingFields,
  settingParameters,
  settingsIn,
  timezoneParameter,
} from '../../people/settings/setting-parameters.ts'
import { changeOwnAccount } from './change-own-account.ts'

const Changed = Type.Object(
  {
    full_name: Type.Optional(Type.String()),
    email: Type.Optional(Type.String()),
    timezone: Type.Optional(Type.String()),
    ...settingFields,
  },
  { additionalProperties: false, description: 'What is new; what was so already is left out.' },
)

const parameters = { ...settingParameters, timezone: timezoneParameter }

/** The two older addresses, of which each knows one half. */
const half = (path: string, summary: string) =>
  endpoint({
    method: 'PATCH',
    path,
    summary,
    description: 'The same as in Update your settings.',
    access: 'humans',
    parameters,
    response: Changed,
    handle: ({ chat, actor, input }) =>
      changeOwnAccount(chat, actor, { settings: settingsIn(input), timezone: input.timezone }),
  })

export const ownSettingsRoutes = [
  endpoint({
    method: 'PATCH',
    path: '/settings',
    summary: 'Update your settings',
    description: 'Your account and your settings: all of it, or nothing. What is absent stays as it is.',
    access: 'humans',
    parameters: {
      full_name: optional(textOrJson('The new name.')),
      email: optional(text('A new email address: it gets a mail, and is taken once that is confirmed.')),
      old_password: optional(
        text('The present password: needed for a new one, and for a new address by everybody who has one.'),
      ),
      new_password: optional(text('A new password: all other sessions end.')),
      ...parameters,
    },
    response: Changed,
    handle: ({ chat, actor, input, request, session }) =>
      changeOwnAccount(chat, actor, {
        fullName: input.full_name,
        access: {
          email: input.email,
          password: input.new_password,
          proof: { password: input.old_password, address: request.ip, session },
        },
        timezone: input.timezone,
        settings: settingsIn(input),
      }),
  }),
  half('/settings/display', 'Update your display settings'),
  half('/settings/notifications', 'Update your notification settings'),
]
