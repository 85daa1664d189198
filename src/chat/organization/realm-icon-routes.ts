import { Type } from '@sinclair/typebox'
import type { ChatPlatform } from '../chat-platform.ts'
import { onePicture, pictureBytes } from '../http/one-file.ts'
import { Redirect } from '../http/redirect.ts'
import { endpointOf } from '../identity/calls/endpoint.ts'
import { realmIconUrl } from '../identity/realm-addresses.ts'
import { removeRealmIcon, setRealmIcon } from './set-realm-icon.ts'

const endpoint = endpointOf<ChatPlatform>()

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
