import { type Static, Type } from '@sinclair/typebox'
import { instancesTable } from '../../company/instances/instances-table.ts'
import type { Company } from '../../identity/company.ts'
import { normalizeNumber } from '../../normalize-number.ts'
import { nullable } from '../../nullable.ts'
import { type Fault, invalid } from '../../problem.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import type { RouteKindName } from '../call-routes/call-route.ts'
import { findDialled } from '../routing/find-dialled.ts'
import type { DidsTable } from './trunks-table.ts'

export const MAX_DIDS = 10_000

const unchanged = () => Type.Optional(Type.Unknown())
const number = Type.String({ format: 'phone-number', minLength: 1, maxLength: 50 })
const name = Type.Optional(Type.String({ format: 'line', maxLength: 100 }))
const destination = Type.Union(
  [
    Type.Object(
      {
        kind: Type.Literal('internal'),
        pbx: Type.String({ maxLength: 50, description: 'The uuid of the instance.' }),
        number: Type.String({ pattern: '^[1-9]\\d{1,5}$', title: 'an internal number' }),
      },
      { additionalProperties: false },
    ),
    Type.Object(
      {
        kind: Type.Literal('fax'),
        pbx: Type.Optional(nullable(Type.String({ maxLength: 0 }))),
        number: Type.Optional(Type.String({ maxLength: 0 })),
      },
      { additionalProperties: false },
    ),
  ],
  { description: 'Where calls to the number go.' },
)
const given = {
  id: unchanged(),
  company: unchanged(),
  created_at: unchanged(),
  updated_at: unchanged(),
}

export const NewDid = Type.Object({ number, name, destination }, { additionalProperties: false })
export const DidPatch = Type.Object(
  { number: Type.Optional(number), name, destination: Type.Optional(destination), ...given },
  { additionalProperties: false },
)

export type DidInput = Static<typeof DidPatch>
/** Fields that clients may send back but not change. */
export const didIdentity = ['id', 'company']

/** Callers outside do not reach them. */
const forPhonesOnly = new Set<RouteKindName>(['parking', 'paging'])

/** Reads the fields that are given. Throws a 400 with all faults. A stored destination may be gone in the meantime. */
export async function readDid(
  db: TelephonyDb,
  company: Company,
  input: DidInput,
  stored?: DidsTable,
): Promise<Partial<Pick<DidsTable, 'number' | 'name' | 'kind' | 'instance_uuid' | 'destination'>>> {
  const faults: Fault[] = []
  const e164 =
    input.number === undefined ? undefined : normalizeNumber(input.number, company.profile.address.country)
  if (input.number !== undefined && e164 === undefined) {
    faults.push({ pointer: '/number', detail: 'must be a phone number' })
  }
  const to = input.destination
  const isStored =
    to?.kind === 'internal' && stored?.instance_uuid === to.pbx && stored.destination === to.number
  if (to?.kind === 'internal' && !isStored) {
    const instance = await instancesTable.find(db, { company_id: company.id, uuid: to.pbx })
    if (!instance)
      faults.push({ pointer: '/destination/pbx', detail: 'is no phone system of the organization' })
    else {
      const found = await findDialled(db, instance, to.number)
      const detail = !found
        ? 'is no number of the organization'
        : 'route' in found && forPhonesOnly.has(found.route.kind)
          ? 'is for phones of the organization only'
          : undefined
      if (detail) faults.push({ pointer: '/destination/number', detail })
    }
  }
  if (faults.length > 0) throw invalid(faults)
  return {
    ...(e164 !== undefined && { number: e164 }),
    ...(input.name !== undefined && { name: input.name.trim() }),
    ...(to?.kind === 'internal' && { kind: to.kind, instance_uuid: to.pbx, destination: to.number }),
    ...(to?.kind === 'fax' && { kind: to.kind, instance_uuid: null, destination: '' }),
  }
}
