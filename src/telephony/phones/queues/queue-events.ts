import { type Static, Type } from '@sinclair/typebox'
import type { Company } from '../../identity/company.ts'
import type { NewTelephonyEvent } from '../../telephony-event-map.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import type { CallRoute } from '../call-routes/call-route.ts'
import { queueCallsTable } from '../call-routes/queue-tables.ts'
import { findMembers } from './find-agents.ts'

export const QueueUpdatedSchema = Type.Object(
  {
    queue_id: Type.String(),
    pbx: Type.String({ description: 'The uuid of the instance.' }),
    number: Type.Integer(),
    waiting: Type.Integer({ description: 'How many callers are in line.' }),
  },
  { additionalProperties: false },
)

declare module '../../telephony-event-map.ts' {
  interface TelephonyEventMap {
    'queue.updated': Static<typeof QueueUpdatedSchema>
  }
}

/** The board of a queue has changed. For the users of its members and the owner. */
export async function queueUpdated(
  db: TelephonyDb,
  company: Company,
  queue: CallRoute,
): Promise<NewTelephonyEvent<'queue.updated'>> {
  const users = (await findMembers(db, queue)).flatMap(({ user_id: id }) => id ?? [])
  const waiting = await queueCallsTable.count(db, {
    company_id: company.id,
    queue_id: queue.id,
    left_at: null,
  })
  const { id: queue_id, instance_uuid: pbx, number } = queue
  return {
    type: 'queue.updated',
    audience: { to: 'contacts', contacts: [...new Set([company.primary_contact_id, ...users])] },
    payload: { queue_id, pbx, number, waiting },
  }
}
