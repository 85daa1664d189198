import { type Fault, invalidField } from '../../problem.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { callRoutesTable, type RouteKindName } from '../call-routes/call-route.ts'
import { findLotOfSlot } from '../call-routes/call-route-store.ts'
import { extensionsTable } from './extension.ts'

/** A number of an instance. */
export interface InternalNumber {
  readonly company_id: number
  readonly instance_uuid: string
  readonly number: number
}

const nouns: Record<RouteKindName, string> = {
  ring_group: 'the ring group',
  business_hours: 'the schedule',
  menu: 'the menu',
  queue: 'the queue',
  conference: 'the conference room',
  parking: 'the parking lot',
  paging: 'the paging group',
  name_directory: 'the directory by name',
}

/** Who has the number. Extensions and routes share the numbers of an instance. */
async function findHolder(
  db: TelephonyDb,
  { company_id: companyId, instance_uuid: uuid, number }: InternalNumber,
): Promise<{ id: string; detail: string } | undefined> {
  const extension = await extensionsTable.findBy(db, { company_id: companyId, instance_uuid: uuid, number })
  if (extension) return { id: extension.id, detail: `extension ${number} already exists` }
  const route = await callRoutesTable.findBy(db, { company_id: companyId, instance_uuid: uuid, number })
  if (route) return { id: route.id, detail: `${nouns[route.kind]} ${route.name} already exists` }
  const lot = await findLotOfSlot(db, companyId, uuid, number)
  return lot && { id: lot.id, detail: `it is a slot of the parking lot ${lot.name}` }
}

/** Refuses a number that something else has. In a transaction, nobody can take it until the end. */
export async function requireFreeNumber(
  db: TelephonyDb,
  wanted: InternalNumber & { readonly id: string },
  pointer: Fault['pointer'],
): Promise<void> {
  const holder = await findHolder(db, wanted)
  if (holder && holder.id !== wanted.id) {
    throw invalidField(pointer, `${wanted.number} is taken: ${holder.detail}`)
  }
}
