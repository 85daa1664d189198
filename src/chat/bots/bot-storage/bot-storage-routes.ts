import { Type } from '@sinclair/typebox'
import type { ChatPlatform } from '../../chat-platform.ts'
import { json, optional } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import { deleteBotStorage, getBotStorage, KEYS_LIMIT, putBotStorage } from './keep-bot-storage.ts'

const endpoint = endpointOf<ChatPlatform>()

const exact = { additionalProperties: false }
const nothing = Type.Object({}, exact)
const Texts = Type.Record(Type.String(), Type.String())
const keys = optional(json('Which keys; absent: all.', Type.Array(Type.String(), { maxItems: KEYS_LIMIT })))

export const botStorageRoutes = [
  endpoint({
    method: 'GET',
    path: '/bot_storage',
    summary: 'Get what a bot keeps',
    description: 'For bots only; each has its own storage.',
    access: 'store data of a bot',
    parameters: { keys },
    response: Type.Object({ storage: Texts }, exact),
    async handle({ chat, actor, input }) {
      return { storage: await getBotStorage(chat, actor, input.keys) }
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/bot_storage',
    summary: 'Keep something for a bot',
    description: 'For bots only. Other keys are unchanged.',
    access: 'store data of a bot',
    parameters: { storage: json('The values by key.', Texts) },
    response: nothing,
    async handle({ chat, actor, input }) {
      await putBotStorage(chat, actor, input.storage)
      return {}
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/bot_storage',
    summary: 'Forget what a bot keeps',
    description: 'For bots only.',
    access: 'store data of a bot',
    parameters: { keys },
    response: nothing,
    async handle({ chat, actor, input }) {
      await deleteBotStorage(chat, actor, input.keys)
      return {}
    },
  }),
]
