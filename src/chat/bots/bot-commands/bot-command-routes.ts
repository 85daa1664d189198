import { Type } from '@sinclair/typebox'
import { integer, json } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import type { Messages } from '../../messages/messages.ts'
import { BotCommandSchema } from '../../people/bots/bot-command-events.ts'
import { setBotCommands } from './set-bot-commands.ts'

const endpoint = endpointOf<Messages>()

const exact = { additionalProperties: false }

const Commands = Type.Array(
  Type.Object(
    {
      name: Type.String({ description: 'With or without the slash.' }),
      description: Type.Optional(Type.String({ description: 'At most 200 characters.' })),
      parameters: Type.Optional(Type.String({ description: 'At most 100 characters.' })),
    },
    exact,
  ),
  { maxItems: 50 },
)

export const botCommandRoutes = [
  endpoint({
    method: 'PUT',
    path: '/bots/:bot_id/commands',
    summary: 'Set the slash commands of a bot',
    description:
      'For the owner of an outgoing webhook bot. Replaces all of its commands. A message that begins with one of them is posted to the service of the bot, from wherever the bot or its owner can read.',
    access: 'set up bots',
    parameters: {
      bot_id: integer('The id of the bot, which is its user id.'),
      commands: json(
        'The commands: a list of objects with `name`, `description` and `parameters`.',
        Commands,
      ),
    },
    response: Type.Object({ commands: Type.Array(BotCommandSchema) }, exact),
    async handle({ chat, actor, input }) {
      return { commands: await setBotCommands(chat, actor, input.bot_id, input.commands) }
    },
  }),
]
