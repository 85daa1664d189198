import type { NewParkingLot, ParkingLot } from '@switchboard/client/telephony'
import { useQuery } from '@tanstack/react-query'
import type { FieldSpec } from '../../resource/draft-fields.tsx'
import { p } from '../../texts/portal-texts.ts'
import { numberName, useKnownNumbers, useParkingLots } from '../numbers/known-numbers.ts'
import { numberField } from '../numbers/number-picker.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { RouteCard, routeFields, useFreshRoute } from './route-card.tsx'

const LOT = 'instances/{instance_uuid}/parking-lots/{parking_id}'

/** Where people park calls, and who waits there. Everybody sees it: all may pick calls up. */
export function ParkingLotCard({ instanceUuid }: { instanceUuid: string }) {
  const { client } = usePortal()
  const at = { instance_uuid: instanceUuid }
  const freshRoute = useFreshRoute(instanceUuid)
  const lots = useParkingLots(instanceUuid)
  const place = (id: string) => ({ ...at, parking_id: id })
  return (
    <>
      <RouteCard<ParkingLot, NewParkingLot>
        texts={p.routing.parking}
        routes={lots}
        describe={({ first_slot: first, last_slot: last }) => p.routing.parking.slots(first, last)}
        fields={() => [routeFields(), ...lotFields(instanceUuid)]}
        create={{
          fresh: {
            ...freshRoute,
            first_slot: freshRoute.number + 1,
            last_slot: freshRoute.number + 9,
            return_after: 120,
          },
          save: (lot) => client.call('POST /instances/{instance_uuid}/parking-lots', at, lot),
        }}
        change={{
          storedOf: (lot) => lot,
          save: ({ id }, patch) => client.call(`PATCH /${LOT}`, place(id), patch),
        }}
        remove={(id) => client.call(`DELETE /${LOT}`, place(id))}
      />
      {(lots.data ?? []).map((lot) => (
        <ParkedCalls key={lot.id} lot={lot} />
      ))}
    </>
  )
}

function lotFields(instanceUuid: string): FieldSpec<NewParkingLot>[] {
  const { parking: texts, groups } = p.routing
  return [
    {
      kind: 'row',
      fields: [
        { kind: 'number', at: '/first_slot', label: texts.firstSlot, hint: texts.slotHint, required: true },
        { kind: 'number', at: '/last_slot', label: texts.lastSlot, required: true },
      ],
    },
    {
      kind: 'row',
      fields: [
        { kind: 'number', at: '/return_after', label: texts.returnAfter, unit: groups.seconds },
        numberField('/destination', { instanceUuid, label: texts.destination, none: texts.toParker }),
      ],
    },
  ]
}

/** The calls that wait now. */
function ParkedCalls({ lot }: { lot: ParkingLot }) {
  const { client } = usePortal()
  const { data = [] } = useQuery({
    queryKey: portalKeys.parking.calls(lot.id),
    queryFn: ({ signal }) =>
      client.call(`GET /${LOT}/calls`, { instance_uuid: lot.pbx, parking_id: lot.id }, undefined, { signal }),
  })
  const numbers = useKnownNumbers(
    lot.pbx,
    data.map(({ parked_by: by }) => by),
  )
  const { parking: texts } = p.routing
  const calls = data.map(({ slot, number, name, parked_by: by }) =>
    texts.call(slot, name || number || texts.unknown, numberName(numbers, by)),
  )
  return (
    <p role="status">
      {texts.parkedNow(lot.name)} {calls.length === 0 ? texts.nobody : calls.join(', ')}
    </p>
  )
}
