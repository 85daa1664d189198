import { Type } from '@sinclair/typebox'
import type { ChatPlatform } from '../../chat-platform.ts'
import { naturalNumber } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import { getPointer, movePointer } from './move-pointer.ts'

const endpoint = endpointOf<ChatPlatform>()

export const pointerRoutes = [
  endpoint({
    method: 'GET',
    path: '/users/me/pointer',
    summary: 'Get your pointer',
    access: 'mark messages for themselves',
    parameters: {},
    response: Type.Object(
      { pointer: Type.Integer({ description: 'Id of the message; -1: none.' }) },
      { additionalProperties: false },
    ),
    handle: async ({ chat, actor }) => ({ pointer: await getPointer(chat, actor) }),
  }),
  endpoint({
    method: 'POST',
    path: '/users/me/pointer',
    summary: 'Move your pointer',
    description:
      'Moves it to a message that you received. It only moves forward: an older message is ignored.',
    access: 'mark messages for themselves',
    parameters: { pointer: naturalNumber('Id of the message.') },
    response: Type.Object({}, { additionalProperties: false }),
    async handle({ chat, actor, input }) {
      await movePointer(chat, actor, input.pointer)
      return {}
    },
  }),
]
