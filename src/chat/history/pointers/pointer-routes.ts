import { Type } from '@sinclair/typebox'
import { naturalNumber } from '../../http/parameter.ts'
import { endpoint } from '../../identity/calls/endpoint.ts'
import { getPointer, movePointer } from './move-pointer.ts'

export const pointerRoutes = [
  endpoint({
    method: 'GET',
    path: '/users/me/pointer',
    summary: 'Get your pointer',
    access: 'users',
    parameters: {},
    response: Type.Object(
      { pointer: Type.Integer({ description: 'Id of the message that it is on; -1: none.' }) },
      { additionalProperties: false },
    ),
    handle: async ({ chat, actor }) => ({ pointer: await getPointer(chat, actor) }),
  }),
  endpoint({
    method: 'POST',
    path: '/users/me/pointer',
    summary: 'Move your pointer',
    description: 'To a message that came to you. It moves ahead only; an older message is ignored.',
    access: 'users',
    parameters: { pointer: naturalNumber('Id of the message.') },
    response: Type.Object({}, { additionalProperties: false }),
    async handle({ chat, actor, input }) {
      await movePointer(chat, actor, input.pointer)
      return {}
    },
  }),
]
