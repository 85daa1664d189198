import { Type } from '@sinclair/typebox'
import type { ChatPlatform } from '../../chat-platform.ts'
import { boolean, integer, json, optional, otherwise } from '../../http/parameter.ts'
import { textOrJson } from '../../http/text-or-json.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import { ChannelFolderSchema } from '../../streams/channel-folders/channel-folder-events.ts'
import { STREAM_DESCRIPTION_LIMIT } from '../../streams/stream.ts'
import {
  addChannelFolder,
  changeChannelFolder,
  getChannelFolders,
  reorderChannelFolders,
} from './change-channel-folders.ts'

const endpoint = endpointOf<ChatPlatform>()

const exact = { additionalProperties: false }
const nothing = Type.Object({}, exact)
const name = textOrJson('At most 60 characters; unique among folders that are not archived.')
const description = textOrJson('What is in it.', Type.String({ maxLength: STREAM_DESCRIPTION_LIMIT }))

export const channelFolderRoutes = [
  endpoint({
    method: 'GET',
    path: '/channel_folders',
    summary: 'Get channel folders',
    description: 'Folders of streams, in their order. `folder_id` of a stream names its folder.',
    access: 'see streams',
    parameters: { include_archived: otherwise(boolean('Include archived folders.'), false) },
    response: Type.Object({ channel_folders: Type.Array(ChannelFolderSchema) }, exact),
    handle: async ({ chat, actor, input }) => ({
      channel_folders: await getChannelFolders(chat, actor, input.include_archived),
    }),
  }),
  endpoint({
    method: 'POST',
    path: '/channel_folders/create',
    summary: 'Create a channel folder',
    access: 'change, archive and sort streams',
    parameters: { name, description: otherwise(description, '') },
    response: Type.Object({ channel_folder_id: Type.Integer() }, exact),
    handle: async ({ chat, actor, input }) => ({
      channel_folder_id: await addChannelFolder(chat, actor, input),
    }),
  }),
  endpoint({
    method: 'PATCH',
    path: '/channel_folders',
    summary: 'Reorder channel folders',
    access: 'change, archive and sort streams',
    parameters: {
      order: json(
        'Ids of all folders, archived ones included, in the new order.',
        Type.Array(Type.Integer(), { maxItems: 1000 }),
      ),
    },
    response: nothing,
    async handle({ chat, actor, input }) {
      await reorderChannelFolders(chat, actor, input.order)
      return {}
    },
  }),
  endpoint({
    method: 'PATCH',
    path: '/channel_folders/:channel_folder_id',
    summary: 'Update a channel folder',
    description: 'Only an empty folder can be archived.',
    access: 'change, archive and sort streams',
    parameters: {
      channel_folder_id: integer('Id of the folder.'),
      name: optional(name),
      description: optional(description),
      is_archived: optional(boolean('Whether the folder is archived.')),
    },
    response: nothing,
    async handle({ chat, actor, input }) {
      await changeChannelFolder(chat, actor, input.channel_folder_id, input)
      return {}
    },
  }),
]
