import { type Static, Type } from '@sinclair/typebox'
import { instancesTable } from '../../company/instances/instances-table.ts'
import { HttpResponse } from '../../http/http-response.ts'
import type { Actor } from '../../identity/actor.ts'
import { viewerOf } from '../../identity/permissions.ts'
import { conflict, invalidField } from '../../problem.ts'
import { findFirstLot, findLotOfSlot } from '../call-routes/call-route-store.ts'
import { parkedCallsTable } from '../call-routes/parked-calls-table.ts'
import { cdrView } from '../calls/call-events.ts'
import type { CallInProgress } from '../calls/recordings/set-recording-state.ts'
import { ExtensionNumber } from '../extension-data/extension-data-schema.ts'
import type { Phones } from '../phones.ts'

export const ParkInput = Type.Object(
  { slot: Type.Optional(ExtensionNumber) },
  { additionalProperties: false },
)

/**
 * Tells the PBX to park the other end of a call in progress. The event `parking.updated` says when and where it has. The
 * owner parks calls of others, too: as the extension that has answered.
 */
export async function parkCall(
  { database, pbx }: Phones,
  actor: Actor,
  { call, parties }: CallInProgress,
  { slot }: Static<typeof ParkInput>,
): Promise<HttpResponse> {
  const { read } = database
  const caller = parties.find(({ role }) => role === 'caller')
  const answerer = parties.findLast(({ outcome }) => outcome === 'answered')
  if (call.ended_at !== null || !caller || !answerer) throw conflict('Nobody talks in this call now')
  const viewer = viewerOf(actor, 'park calls in progress')
  const ends = [answerer, caller].filter(({ extension_id: id }) => id !== null)
  const parker =
    ends.find(({ user_id: user }) => user === (viewer ?? actor.contact.id)) ??
    (viewer === undefined ? ends[0] : undefined)
  const instance =
    parker?.instance_uuid == null
      ? undefined
      : await instancesTable.find(read, { company_id: call.company_id, uuid: parker.instance_uuid })
  if (!parker || !instance || !pbx.park) throw conflict('No phone of the actor talks in this call now')
  const lot = slot === undefined ? undefined : await findLotOfSlot(read, call.company_id, instance.uuid, slot)
  if (slot !== undefined && !lot) throw invalidField('/slot', 'is no slot of the instance')
  const isTaken =
    lot &&
    (await parkedCallsTable.exists(read, { company_id: call.company_id, route_id: lot.id, slot: slot! }))
  if (isTaken) throw conflict(`There is a call at ${slot} already`)
  const number = slot ?? (await findFirstLot(read, instance))
  if (number === undefined) throw conflict('The instance has no parking lot')
  const by = { domain: instance.domain, number: Number(parker.number) }
  await pbx.park(call.pbx_call_id, by, number)
  return new HttpResponse(cdrView(call, parties, actor.company.public_id), { status: 202 })
}
