import { type Static, Type } from '@sinclair/typebox'
import type { ChatPlatform } from '../../chat-platform.ts'
import { converted, integer } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import { listErasures, orderErasure } from './order-erasure.ts'
import type { ErasedMessages, PersonErasuresTable } from './person-erasures-table.ts'

const endpoint = endpointOf<ChatPlatform>()

const exact = { additionalProperties: false }
const NumberOrNull = Type.Union([Type.Integer(), Type.Null()])

const choices: readonly ErasedMessages[] = ['keep', 'delete']
const MessagesChoice = Type.Union([Type.Literal('keep'), Type.Literal('delete')])

const ErasureSchema = Type.Object(
  {
    user_id: Type.Integer(),
    messages: MessagesChoice,
    acting_user_id: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Who ordered it; null: the operator of the server.',
    }),
    requested_timestamp: Type.Integer(),
    deleted_messages: Type.Integer({ description: 'How many have been deleted so far.' }),
    finished_timestamp: NumberOrNull,
  },
  exact,
)

const viewErasure = (row: PersonErasuresTable): Static<typeof ErasureSchema> => ({
  user_id: row.user_id,
  messages: row.messages,
  acting_user_id: row.acting_user_id,
  requested_timestamp: row.requested_at,
  deleted_messages: row.deleted_messages,
  finished_timestamp: row.finished_at,
})

export const erasureRoutes = [
  endpoint({
    method: 'POST',
    path: '/users/:user_id/erasure',
    summary: 'Erase a person',
    description:
      'Deletes what is stored about a person, for good. The account becomes "Deleted user" and is closed at once; the rest follows in the background. `keep`: their messages stay without a name, and how they were before they were edited is forgotten. `delete`: their messages, reactions and files are deleted, too. A linked phone user is closed and erased. Refused for the only administrator, the owner of the phones, and what is under a legal hold (code `LEGAL_HOLD`).',
    access: 'erase people',
    parameters: {
      user_id: integer('Id of the person, whose account may be deactivated already.'),
      messages: converted<ErasedMessages>('What happens to their messages.', MessagesChoice, (value) =>
        choices.find((choice) => choice === value || `"${choice}"` === value),
      ),
    },
    response: Type.Object({}, exact),
    async handle({ chat, actor, input }) {
      await orderErasure(chat, actor, input.user_id, input.messages)
      return {}
    },
  }),
  endpoint({
    method: 'GET',
    path: '/realm/erasures',
    summary: 'Get the erasures of people',
    description: 'Also those that are finished.',
    access: 'erase people',
    parameters: {},
    response: Type.Object({ erasures: Type.Array(ErasureSchema) }, exact),
    handle: async ({ chat, realm }) => ({ erasures: (await listErasures(chat, realm)).map(viewErasure) }),
  }),
]
