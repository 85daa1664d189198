import { type TSchema, Type } from '@sinclair/typebox'
import type { ChatPlatform } from '../chat-platform.ts'
import { optional, type Parameter } from '../http/parameter.ts'
import { textOrJson } from '../http/text-or-json.ts'
import { endpointOf } from '../identity/calls/endpoint.ts'
import { realmSettingFields, realmSettingNames } from '../identity/realms/realm-setting-fields.ts'
import {
  changeRealmSettings,
  REALM_DESCRIPTION_LIMIT,
  REALM_NAME_LIMIT,
  type RealmChanges,
} from './change-realm-settings.ts'

const endpoint = endpointOf<ChatPlatform>()

const parameters: Record<string, Parameter<unknown>> = {
  name: textOrJson(`At most ${REALM_NAME_LIMIT} characters.`),
  description: textOrJson(`Markdown, at most ${REALM_DESCRIPTION_LIMIT} characters.`),
  ...Object.fromEntries(realmSettingNames.map((name) => [name, realmSettingFields[name].parameter])),
}

const optionalParameters: Record<string, Parameter<unknown>> = {}
const changed: Record<string, TSchema> = {}
for (const [name, parameter] of Object.entries(parameters)) {
  optionalParameters[name] = optional(parameter)
  changed[name] = Type.Optional(parameter.schema)
}

export const realmRoutes = [
  endpoint({
    method: 'PATCH',
    path: '/realm',
    summary: 'Change the organization',
    description: 'Omitted settings are unchanged. Returns what changed.',
    access: 'change the settings of the organization',
    parameters: optionalParameters,
    response: Type.Object(changed, { additionalProperties: false }),
    handle: ({ chat, actor, input }) => changeRealmSettings(chat, actor, input as RealmChanges),
  }),
]
