import { Type } from '@sinclair/typebox'
import type { ChatPlatform } from '../../chat-platform.ts'
import type { Parameter } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import { userDefaultNames } from '../../identity/users/user-defaults.ts'
import { settingParameters, settingsIn } from '../../people/settings/setting-parameters.ts'
import { changeUserDefaults } from './change-user-defaults.ts'

const endpoint = endpointOf<ChatPlatform>()

const parameters: Record<string, Parameter<unknown>> = Object.fromEntries(
  userDefaultNames.map((name) => [name, settingParameters[name]]),
)

export const userDefaultRoutes = [
  endpoint({
    method: 'PATCH',
    path: '/realm/user_settings_defaults',
    summary: 'Change the settings of people who join',
    description: 'Existing people keep their settings. Bots are not affected.',
    access: 'change the settings of the organization',
    parameters,
    response: Type.Object({}, { additionalProperties: false }),
    async handle({ chat, actor, input }) {
      await changeUserDefaults(chat, actor, settingsIn(input))
      return {}
    },
  }),
]
