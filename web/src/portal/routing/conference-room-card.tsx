import type { ConferenceRoom, NewConferenceRoom } from '@switchboard/client/telephony'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldSpec } from '../../resource/draft-fields.tsx'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FieldGrid } from '../../ui/section-page.tsx'
import { showToast } from '../../ui/toast.tsx'
import { numberName, useConferenceRooms, useKnownNumbers } from '../numbers/known-numbers.ts'
import { DraftMembers } from '../numbers/number-picker.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { RouteCard, routeFields, useFreshRoute } from './route-card.tsx'

const ROOM = 'instances/{instance_uuid}/conference-rooms/{conference_id}'

/** Rooms in which everybody who calls talks with each other. */
export function ConferenceRoomCard({ instanceUuid }: { instanceUuid: string }) {
  const { client } = usePortal()
  const at = { instance_uuid: instanceUuid }
  const freshRoute = useFreshRoute(instanceUuid)
  const rooms = useConferenceRooms(instanceUuid)
  const numbers = useKnownNumbers(
    instanceUuid,
    (rooms.data ?? []).flatMap(({ moderators }) => moderators),
  )
  const place = (id: string) => ({ ...at, conference_id: id })
  return (
    <RouteCard<ConferenceRoom, NewConferenceRoom>
      texts={p.routing.rooms}
      routes={rooms}
      describe={({ moderators }) => moderators.map((one) => numberName(numbers, one)).join(', ')}
      fields={(room) => [routeFields(), ...roomFields(instanceUuid, room)]}
      create={{
        fresh: { ...freshRoute, moderators: [], wait_for_moderator: false, end_with_moderator: false },
        save: (room) => client.call('POST /instances/{instance_uuid}/conference-rooms', at, room),
        // The next step is to look at the PINs.
        next: 'edit',
      }}
      change={{
        storedOf: (room) => room,
        save: ({ id }, patch) => client.call(`PATCH /${ROOM}`, place(id), patch),
      }}
      remove={(id) => client.call(`DELETE /${ROOM}`, place(id))}
    />
  )
}

function roomFields(instanceUuid: string, room: ConferenceRoom | undefined): FieldSpec<NewConferenceRoom>[] {
  const { rooms: texts } = p.routing
  return [
    {
      kind: 'other',
      key: 'moderators',
      render: (draft) => (
        <DraftMembers
          {...{ instanceUuid, draft }}
          at="/moderators"
          label={texts.moderators}
          hint={texts.moderatorsHint}
        />
      ),
    },
    { kind: 'check', at: '/wait_for_moderator', label: texts.waits },
    { kind: 'check', at: '/end_with_moderator', label: texts.ends },
    ...(room
      ? [
          { kind: 'other' as const, key: 'inside', render: () => <Participants room={room} /> },
          { kind: 'other' as const, key: 'pins', render: () => <Pins room={room} /> },
        ]
      : []),
  ]
}

/** Who is in the room now. */
function Participants({ room }: { room: ConferenceRoom }) {
  const { client } = usePortal()
  const { data = [] } = useQuery({
    queryKey: portalKeys.conferences.participants(room.id),
    queryFn: ({ signal }) =>
      client.call(
        `GET /${ROOM}/participants`,
        { instance_uuid: room.pbx, conference_id: room.id },
        undefined,
        { signal },
      ),
  })
  const { rooms: texts } = p.routing
  const names = data.map((one) => (one.is_moderator ? texts.moderates(one.name) : one.name))
  return (
    <p role="status">
      {texts.inside} {names.length === 0 ? texts.nobody : names.join(', ')}
    </p>
  )
}

/** They are saved at once, beside the form. */
function Pins({ room }: { room: ConferenceRoom }) {
  const { client } = usePortal()
  const at = { instance_uuid: room.pbx, conference_id: room.id }
  const { data } = useQuery({
    queryKey: portalKeys.conferences.pins(room.id),
    queryFn: ({ signal }) => client.call(`GET /${ROOM}/pins`, at, undefined, { signal }),
  })
  return data ? <PinFields key={JSON.stringify(data)} at={at} stored={data} /> : null
}

interface PinFieldsProps {
  at: { instance_uuid: string; conference_id: string }
  stored: { pin: string; moderator_pin: string }
}

function PinFields({ at, stored }: PinFieldsProps) {
  const { client } = usePortal()
  const queries = useQueryClient()
  const [pin, setPin] = useState(stored.pin)
  const [moderatorPin, setModeratorPin] = useState(stored.moderator_pin)
  const { rooms: texts } = p.routing
  async function save() {
    try {
      const saved = await client.call(`PUT /${ROOM}/pins`, at, { pin, moderator_pin: moderatorPin })
      queries.setQueryData(portalKeys.conferences.pins(at.conference_id), saved)
      showToast(t.ui.saved)
    } catch (error) {
      showToast(error instanceof Error ? error.message : String(error), 'danger')
    }
  }
  const isChanged = pin !== stored.pin || moderatorPin !== stored.moderator_pin
  return (
    <>
      <FieldGrid>
        <TextField
          label={texts.pin}
          hint={texts.pinHint}
          inputMode="numeric"
          autoComplete="off"
          value={pin}
          onChange={({ target }) => setPin(target.value.trim())}
        />
        <TextField
          label={texts.moderatorPin}
          hint={texts.moderatorPinHint}
          inputMode="numeric"
          autoComplete="off"
          value={moderatorPin}
          onChange={({ target }) => setModeratorPin(target.value.trim())}
        />
      </FieldGrid>
      <p>
        <Button size="small" disabled={!isChanged} onClick={() => void save()}>
          {texts.savePins}
        </Button>
      </p>
    </>
  )
}
