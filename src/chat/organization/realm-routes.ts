import { type TSchema, Type } from '@sinclair/typebox'
import type { ChatPlatform } from '../chat-platform.ts'
import { onePicture, pictureBytes } from '../http/one-file.ts'
import { optional, type Parameter } from '../http/parameter.ts'
import { Redirect } from '../http/redirect.ts'
import { textOrJson } from '../http/text-or-json.ts'
import { endpointOf } from '../identity/calls/endpoint.ts'
import { realmIconUrl } from '../identity/realm-addresses.ts'
import { realmSettingFields, realmSettingNames } from '../identity/realms/realm-setting-fields.ts'
import {
  changeRealmSettings,
  REALM_DESCRIPTION_LIMIT,
  REALM_NAME_LIMIT,
  type RealmChanges,
} from './change-realm-settings.ts'
import { removeRealmIcon, setRealmIcon } from './set-realm-icon.ts'

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

const exact = { additionalProperties: false }
const response = Type.Object({ icon_url: Type.String() }, exact)

export const realmIconRoutes = [
  endpoint({
    method: 'GET',
    path: '/realm/icon',
    summary: 'Get the icon of the organization',
    description: 'Redirects (302) to the picture.',
    access: 'see the settings of the organization',
    parameters: {},
    response: Type.Object({}, exact),
    async handle({ chat, actor }) {
      return new Redirect(realmIconUrl(chat.config.publicUrl, actor.realm))
    },
  }),
  endpoint({
    method: 'POST',
    path: '/realm/icon',
    summary: 'Upload the icon of the organization',
    access: 'change the settings of the organization',
    file: 'PNG, JPEG, GIF or WebP of at most 5 MiB; its center is cropped to a square.',
    fileBytes: pictureBytes,
    parameters: {},
    response,
    async handle({ chat, actor, files }) {
      const picture = onePicture(files, 'You must upload exactly one icon.')
      return { icon_url: await setRealmIcon(chat, actor, picture) }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/realm/icon',
    summary: 'Delete the icon of the organization',
    description: 'Restores the one that is generated from its name.',
    access: 'change the settings of the organization',
    parameters: {},
    response,
    async handle({ chat, actor }) {
      return { icon_url: await removeRealmIcon(chat, actor) }
    },
  }),
]
