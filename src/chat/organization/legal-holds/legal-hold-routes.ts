import { type Static, Type } from '@sinclair/typebox'
import type { ChatPlatform } from '../../chat-platform.ts'
import { integer, optional, text } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import type { LegalHoldsTable } from '../../identity/legal-holds/legal-holds-table.ts'
import { listLegalHolds, placeLegalHold, REASON_LIMIT, releaseLegalHold } from './change-legal-holds.ts'

const endpoint = endpointOf<ChatPlatform>()

const exact = { additionalProperties: false }
const NumberOrNull = Type.Union([Type.Integer(), Type.Null()])

const LegalHoldSchema = Type.Object(
  {
    id: Type.Integer(),
    user_id: NumberOrNull,
    stream_id: NumberOrNull,
    reason: Type.String(),
    placed_by: Type.Integer(),
    placed_timestamp: Type.Integer(),
    released_by: NumberOrNull,
    released_timestamp: Type.Union([Type.Integer(), Type.Null()], { description: 'null: it applies.' }),
  },
  exact,
)

const viewHold = (row: LegalHoldsTable): Static<typeof LegalHoldSchema> => ({
  id: row.id,
  user_id: row.user_id,
  stream_id: row.stream_id,
  reason: row.reason,
  placed_by: row.placed_by,
  placed_timestamp: row.placed_at,
  released_by: row.released_by,
  released_timestamp: row.released_at,
})

const access = 'place legal holds' as const

export const legalHoldRoutes = [
  endpoint({
    method: 'GET',
    path: '/realm/legal_holds',
    summary: 'Get legal holds',
    description: 'Oldest first, also those that were released.',
    access,
    parameters: {},
    response: Type.Object({ legal_holds: Type.Array(LegalHoldSchema) }, exact),
    handle: async ({ chat, realm }) => ({ legal_holds: (await listLegalHolds(chat, realm)).map(viewHold) }),
  }),
  endpoint({
    method: 'POST',
    path: '/realm/legal_holds',
    summary: 'Place a legal hold',
    description:
      'Until it is released, nothing of the person or stream is deleted: not by people, not by administrators, not by retention, not by erasing a person. Such requests are refused with the code `LEGAL_HOLD`. The hold of a person covers what they have sent, their files, and their private conversations; on the phones their calls, recordings, voicemail, texts, sent faxes and files.',
    access,
    parameters: {
      user_id: optional(integer('The person.')),
      stream_id: optional(integer('The stream.')),
      reason: text('Why, such as a reference number.', Type.String({ maxLength: REASON_LIMIT })),
    },
    response: Type.Object({ id: Type.Integer() }, exact),
    async handle({ chat, actor, input }) {
      const { user_id: userId, stream_id: streamId, reason } = input
      return { id: await placeLegalHold(chat, actor, { userId, streamId, reason }) }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/realm/legal_holds/:hold_id',
    summary: 'Release a legal hold',
    description: 'It stays in the list.',
    access,
    parameters: { hold_id: integer('Which legal hold.') },
    response: Type.Object({}, exact),
    async handle({ chat, actor, input }) {
      await releaseLegalHold(chat, actor, input.hold_id)
      return {}
    },
  }),
]
