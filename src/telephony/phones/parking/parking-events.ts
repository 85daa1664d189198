import { type Static, Type } from '@sinclair/typebox'
import { wholeCompany } from '../../event-audience.ts'
import type { NewTelephonyEvent } from '../../telephony-event-map.ts'
import type { CallRoute } from '../call-routes/call-route.ts'
import type { ParkedCallsTable } from '../call-routes/parked-calls-table.ts'
import type { ParkedCallEvent } from '../pbx/pbx.ts'

const states = ['parked', 'picked_up', 'returned', 'ended'] as const satisfies ParkedCallEvent['state'][]

export const ParkingUpdatedSchema = Type.Object(
  {
    parking_id: Type.String(),
    pbx: Type.String({ description: 'The uuid of the instance.' }),
    slot: Type.Integer(),
    state: Type.Union(
      states.map((state) => Type.Literal(state)),
      {
        description:
          'returned: nobody has picked the call up in time; ended: the caller has hung up, or the call was lost.',
      },
    ),
    number: Type.String({ description: 'Of the caller. Empty: withheld.' }),
    name: Type.String(),
    parked_by: Type.String({ description: 'The number of an extension.' }),
    picked_up_by: Type.String({ description: 'The number of an extension; empty: nobody.' }),
  },
  { additionalProperties: false },
)

declare module '../../telephony-event-map.ts' {
  interface TelephonyEventMap {
    'parking.updated': Static<typeof ParkingUpdatedSchema>
  }
}

/** A call was parked, or is no longer. For everybody: all may pick it up. */
export const parkingUpdated = (
  lot: CallRoute,
  { slot, number, name, parked_by }: ParkedCallsTable,
  state: ParkedCallEvent['state'],
  by: ParkedCallEvent['by'],
): NewTelephonyEvent<'parking.updated'> => ({
  type: 'parking.updated',
  audience: wholeCompany,
  payload: {
    ...{ parking_id: lot.id, pbx: lot.instance_uuid, slot, state },
    ...{ number, name, parked_by, picked_up_by: by ? String(by.number) : '' },
  },
})
