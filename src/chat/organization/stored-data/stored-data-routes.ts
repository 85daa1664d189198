import { Type } from '@sinclair/typebox'
import type { ChatPlatform } from '../../chat-platform.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import { showStoredData } from './show-stored-data.ts'

const endpoint = endpointOf<ChatPlatform>()

const exact = { additionalProperties: false }
const numberOrNull = (description: string) => Type.Union([Type.Integer(), Type.Null()], { description })

export const storedDataRoutes = [
  endpoint({
    method: 'GET',
    path: '/realm/stored_data',
    summary: 'Get what is stored',
    description:
      'How much there is of each kind, since when, and how long it is kept. Kinds of linked phones: `calls`, `recordings`, `voicemail`, `texts`, `faxes`, `audit`.',
    access: 'see what is stored',
    parameters: {},
    response: Type.Object(
      {
        stored_data: Type.Array(
          Type.Object(
            {
              kind: Type.String(),
              count: Type.Integer(),
              bytes: numberOrNull('Of files; null: not counted.'),
              oldest_timestamp: numberOrNull('When the oldest was stored; null: there is none.'),
              retention_days: numberOrNull(
                'Older ones are deleted; streams may differ. null: kept for ever.',
              ),
              retention_applied_timestamp: numberOrNull(
                'When all that was too old had last been deleted. null: not yet, or nothing is.',
              ),
            },
            exact,
          ),
        ),
      },
      exact,
    ),
    handle: async ({ chat, realm }) => ({ stored_data: await showStoredData(chat, realm) }),
  }),
]
