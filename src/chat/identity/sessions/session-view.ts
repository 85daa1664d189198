import { Type } from '@sinclair/typebox'
import type { Session } from './session.ts'
import type { SessionsTable } from './sessions-table.ts'

export const SessionSchema = Type.Object(
  {
    id: Type.Integer(),
    created_at: Type.Integer({ description: 'Epoch seconds.' }),
    last_seen: Type.Integer({ description: 'Epoch seconds; up to an hour old.' }),
    user_agent: Type.String(),
    address: Type.Union([Type.String(), Type.Null()], {
      description: 'The IP address of the last use, as old as last_seen; null: not known.',
    }),
    current: Type.Boolean({ description: 'Whether this request uses it.' }),
  },
  { additionalProperties: false },
)

export const viewSession = (row: SessionsTable, current: Session | undefined) => ({
  id: row.id,
  created_at: row.created_at,
  last_seen: row.last_seen,
  user_agent: row.user_agent,
  address: row.address,
  current: row.id === current?.id,
})
