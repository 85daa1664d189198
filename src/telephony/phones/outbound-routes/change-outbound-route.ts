import type { Static } from '@sinclair/typebox'
import { recordChange } from '../../company/audit/record-change.ts'
import { instancesTable } from '../../company/instances/instances-table.ts'
import { collectFaults } from '../../http/collect-faults.ts'
import { checkReadOnlyFields } from '../../http/read-only-fields.ts'
import type { Actor } from '../../identity/actor.ts'
import type { Company } from '../../identity/company.ts'
import { requirePermission } from '../../identity/permissions.ts'
import { newObjectId } from '../../object-id.ts'
import { conflict, type Fault, invalid, notFound } from '../../problem.ts'
import type { TelephonyDb, TelephonyPlatform } from '../../telephony-platform.ts'
import { trunksTable } from '../trunks/trunks-table.ts'
import { readPattern } from './match-pattern.ts'
import {
  type NewOutboundRoute,
  type OutboundRouteInput,
  type OutboundRouteView,
  outboundRouteIdentity,
  outboundRouteView,
} from './outbound-route-view.ts'
import { type OutboundRoutesTable, outboundRoutesTable } from './outbound-routes-table.ts'

/** Every call to the outside looks at them. */
const MAX_ROUTES = 100

const MAX_SERVICE_DIGITS = 6

export async function showOutboundRoutes(
  { database }: TelephonyPlatform,
  { company }: Actor,
): Promise<OutboundRouteView[]> {
  const routes = await outboundRoutesTable.list(database.read, { company_id: company.id })
  return routes.map((row) => outboundRouteView(row, company.public_id))
}

/** Routes of other companies are not found. */
export async function outboundRouteToManage(
  { database }: TelephonyPlatform,
  actor: Actor,
  id: string,
): Promise<OutboundRouteView> {
  const route = await routeOf(database.read, actor.company.id, id)
  requirePermission(actor, 'see trunks and numbers')
  return outboundRouteView(route, actor.company.public_id)
}

export async function createOutboundRoute(
  { clock, transact }: TelephonyPlatform,
  actor: Actor,
  input: Static<typeof NewOutboundRoute>,
): Promise<OutboundRouteView> {
  const { company } = actor
  return transact(company.id, async (tx) => {
    if ((await outboundRoutesTable.count(tx.db, { company_id: company.id })) >= MAX_ROUTES) {
      throw conflict(`An organization may have at most ${MAX_ROUTES} outbound routes`)
    }
    const now = clock.now()
    const empty: OutboundRoutesTable = {
      ...{ company_id: company.id, id: newObjectId(clock), name: '', place: 0, enabled: 1 },
      ...{ patterns: '[]', dial_prefix: '', instance_uuid: null, trunks: '[]' },
      ...{ number_format: 'e164', send_prefix: '', callerid: '', callerid_first: 0 },
      ...{ calling_class: 'automatic', created_at: now, updated_at: now },
    }
    const row = await mergeRoute(tx.db, company, empty, input)
    await outboundRoutesTable.insert(tx.db, row)
    const after = outboundRouteView(row, company.public_id)
    const change = { action: 'outbound_route.created', id: row.id, before: null, after } as const
    await recordChange(tx, clock, actor, change)
    return after
  })
}

export async function updateOutboundRoute(
  { clock, transact }: TelephonyPlatform,
  actor: Actor,
  id: string,
  input: OutboundRouteInput,
): Promise<OutboundRouteView> {
  const { company } = actor
  return transact(company.id, async (tx) => {
    const stored = await routeOf(tx.db, company.id, id)
    const before = outboundRouteView(stored, company.public_id)
    const [merged] = await collectFaults(
      () => mergeRoute(tx.db, company, stored, input),
      () => checkReadOnlyFields(input, before, outboundRouteIdentity),
    )
    const row = { ...merged, updated_at: clock.now() }
    await outboundRoutesTable.put(tx.db, row)
    const after = outboundRouteView(row, company.public_id)
    await recordChange(tx, clock, actor, { action: 'outbound_route.updated', id, before, after })
    return after
  })
}

export async function deleteOutboundRoute(
  { clock, transact }: TelephonyPlatform,
  actor: Actor,
  id: string,
): Promise<OutboundRouteView> {
  const { company } = actor
  return transact(company.id, async (tx) => {
    const before = outboundRouteView(await routeOf(tx.db, company.id, id), company.public_id)
    await outboundRoutesTable.remove(tx.db, { company_id: company.id, id })
    await recordChange(tx, clock, actor, { action: 'outbound_route.deleted', id, before, after: null })
    return before
  })
}

async function routeOf(db: TelephonyDb, companyId: number, id: string): Promise<OutboundRoutesTable> {
  const route = await outboundRoutesTable.find(db, { company_id: companyId, id })
  if (!route) throw notFound('There is no such outbound route')
  return route
}

/** Fields of the input replace the stored ones. Throws a 400 with all faults. */
async function mergeRoute(
  db: TelephonyDb,
  company: Company,
  stored: OutboundRoutesTable,
  input: OutboundRouteInput,
): Promise<OutboundRoutesTable> {
  const { patterns, trunks, pbx, enabled, callerid_first: first } = input
  const faults: Fault[] = []
  for (const [index, pattern] of (patterns ?? []).entries()) {
    if (!isPattern(pattern)) {
      const detail = 'must be a pattern such as +49. or +1202XXXXXXX, or a service number such as 311'
      faults.push({ pointer: `/patterns/${index}`, detail })
    }
  }
  // A trunk that was deleted since may come back with the whole object.
  const known = new Set<string>(JSON.parse(stored.trunks))
  for (const [index, id] of (trunks ?? []).entries()) {
    if (known.has(id) || (await trunksTable.find(db, { company_id: company.id, id }))) continue
    faults.push({ pointer: `/trunks/${index}`, detail: 'is no trunk of the organization' })
  }
  if (pbx && pbx !== stored.instance_uuid) {
    const instance = await instancesTable.find(db, { company_id: company.id, uuid: pbx })
    if (!instance) faults.push({ pointer: '/pbx', detail: 'is no phone system of the organization' })
  }
  if (faults.length > 0) throw invalid(faults)
  return {
    ...stored,
    name: input.name?.trim() ?? stored.name,
    place: input.order ?? stored.place,
    enabled: enabled === undefined ? stored.enabled : Number(enabled),
    patterns: patterns ? JSON.stringify(patterns) : stored.patterns,
    dial_prefix: input.dial_prefix ?? stored.dial_prefix,
    instance_uuid: pbx === undefined ? stored.instance_uuid : pbx,
    trunks: trunks ? JSON.stringify(trunks) : stored.trunks,
    number_format: input.number_format ?? stored.number_format,
    send_prefix: input.send_prefix ?? stored.send_prefix,
    callerid: input.callerid?.trim() ?? stored.callerid,
    callerid_first: first === undefined ? stored.callerid_first : Number(first),
    calling_class: input.calling_class ?? stored.calling_class,
  }
}

/** Numbers are compared as E.164: without a + only service numbers fit. */
function isPattern(text: string): boolean {
  const pattern = readPattern(text)
  if (!pattern) return false
  return text.startsWith('+') || (!pattern.isOpen && pattern.places.length <= MAX_SERVICE_DIGITS)
}
