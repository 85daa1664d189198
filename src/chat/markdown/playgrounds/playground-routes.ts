import { Type } from '@sinclair/typebox'
import type { ChatPlatform } from '../../chat-platform.ts'
import { integer } from '../../http/parameter.ts'
import { textOrJson } from '../../http/text-or-json.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import { addPlayground, removePlayground } from './change-playgrounds.ts'

const endpoint = endpointOf<ChatPlatform>()

const exact = { additionalProperties: false }

export const playgroundRoutes = [
  endpoint({
    method: 'POST',
    path: '/realm/playgrounds',
    summary: 'Add a code playground',
    description:
      'A web page that runs the code of a message. Clients offer it at code blocks of its language.',
    access: 'change the settings of the organization',
    parameters: {
      name: textOrJson('Name of the playground.', Type.String({ maxLength: 100 })),
      pygments_language: textOrJson('Language of the code blocks.', Type.String({ maxLength: 40 })),
      url_template: textOrJson(
        'The URL: `https://example.com/run?code={code}`.',
        Type.String({ maxLength: 1000 }),
      ),
    },
    response: Type.Object({ id: Type.Integer() }, exact),
    handle: async ({ chat, actor, input }) => ({ id: await addPlayground(chat, actor, input) }),
  }),
  endpoint({
    method: 'DELETE',
    path: '/realm/playgrounds/:playground_id',
    summary: 'Remove a code playground',
    access: 'change the settings of the organization',
    parameters: { playground_id: integer('Id of the playground.') },
    response: Type.Object({}, exact),
    async handle({ chat, actor, input }) {
      await removePlayground(chat, actor, input.playground_id)
      return {}
    },
  }),
]
