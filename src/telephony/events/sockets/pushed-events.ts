import type { SubjectKind } from '../../company/audit/record-change.ts'
import { hears } from '../../event-audience.ts'
import type { TelephonyEvent } from '../../telephony-event-map.ts'
import type { Session } from './socket-sessions.ts'

/** Kinds of objects whose lists every user of the company can read. Changes of others are for its managers. */
const seenByAll = new Set<SubjectKind>([
  'blocked_number',
  'business_hours',
  'call_screening',
  'company',
  'conference',
  'contact',
  'extension',
  'fax_destination',
  'location',
  'menu',
  'paging',
  'parked_call',
  'parking',
  'queue',
  'ring_group',
  'texting_contact',
  'texting_number',
])

type Listener = Pick<Session, 'companyId' | 'contactId' | 'wantsChanges' | 'manages'>

/** Whether the session receives the event. */
export function receives({ wantsChanges, manages, contactId }: Listener, event: TelephonyEvent): boolean {
  if (event.type !== 'changed') return hears(event.audience, contactId)
  return wantsChanges && (manages || seenByAll.has(event.payload.kind))
}

/** The same by rooms: a session receives the events of the rooms that it is in. */
export function roomsOf(event: TelephonyEvent): string[] {
  const { tenant, audience } = event
  if (event.type === 'changed') return [changesRoom(tenant, seenByAll.has(event.payload.kind))]
  if (audience.to === 'company') return [companyRoom(tenant)]
  return audience.to === 'contacts' ? audience.contacts.map((id) => contactRoom(tenant, id)) : []
}

export function roomsOfSession({ companyId, contactId, wantsChanges, manages }: Listener): string[] {
  return [
    companyRoom(companyId),
    contactRoom(companyId, contactId),
    ...(wantsChanges ? [changesRoom(companyId, true)] : []),
    ...(wantsChanges && manages ? [changesRoom(companyId, false)] : []),
  ]
}

/** Which object has changed is not for everyone. The kind is enough to read a list again. */
export const payloadOf = (event: TelephonyEvent) =>
  event.type === 'changed' ? { kind: event.payload.kind } : event.payload

export const companyRoom = (companyId: number) => `company:${companyId}`
const contactRoom = (companyId: number, contactId: string) => `contact:${companyId}:${contactId}`
export const changesRoom = (companyId: number, forAll: boolean) =>
  `changes:${companyId}:${forAll ? 'all' : 'managers'}`
