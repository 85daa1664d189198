import { parsePhoneNumberFromString } from 'libphonenumber-js'
import type { InstancesTable } from '../../company/instances/instances-table.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { findDialled } from '../routing/find-dialled.ts'
import { countryOf } from '../trunks/country-of.ts'
import { isEmergencyCall, isServiceNumber, readExternalNumber } from '../trunks/dialled-number.ts'
import type { Trunk } from '../trunks/trunk.ts'
import { matchesPattern } from './match-pattern.ts'
import { type OutboundRoutesTable, outboundRoutesTable } from './outbound-routes-table.ts'

/** Where a number is dialled. */
export interface DialledOutside {
  readonly companyId: number
  /** undefined: at no instance, as faxes */
  readonly instanceUuid?: string | undefined
  readonly country: string
  readonly dialled: string
  /** Service numbers can only be dialled at a phone: in a setting, they may be what is left of an extension. */
  readonly isDirect?: boolean | undefined
}

export interface RoutedNumber {
  /** E.164, or a service number as dialled */
  readonly number: string
  /** undefined: none fits, and all trunks are tried in their order */
  readonly route: OutboundRoutesTable | undefined
}

/** The first route that a number fits; undefined if it is no number outside. */
export async function findOutboundRoute(
  db: TelephonyDb,
  call: DialledOutside,
): Promise<RoutedNumber | undefined> {
  for (const route of await listRoutes(db, call)) {
    const number = readNumber(call, withoutPrefix(route, call.dialled))
    const patterns = JSON.parse(route.patterns) as string[]
    if (number === undefined) continue
    if (patterns.length === 0 || patterns.some((one) => matchesPattern(one, number))) return { number, route }
  }
  const number = readNumber(call, call.dialled)
  return number === undefined ? undefined : { number, route: undefined }
}

/** The emergency number that somebody has dialled, also behind the prefix of a route if nobody has such a number. */
export async function findEmergencyNumber(
  db: TelephonyDb,
  here: InstancesTable,
  dialled: string,
): Promise<string | undefined> {
  const country = await countryOf(db, here)
  if (isEmergencyCall(dialled, country)) return dialled
  if (!/^\d{3,12}$/.test(dialled)) return undefined
  const routes = await listRoutes(db, { companyId: here.company_id, instanceUuid: here.uuid })
  const number = routes
    .map((route) => withoutPrefix(route, dialled))
    .find((rest) => rest !== undefined && isEmergencyCall(rest, country))
  return number !== undefined && (await findDialled(db, here, dialled)) ? undefined : number
}

async function listRoutes(
  db: TelephonyDb,
  { companyId, instanceUuid }: Pick<DialledOutside, 'companyId' | 'instanceUuid'>,
) {
  const routes = await outboundRoutesTable.list(db, { company_id: companyId, enabled: 1 })
  return routes.filter(({ instance_uuid: only }) => only === null || only === instanceUuid)
}

/** A number with a + comes from a setting or a click, where nobody dials a prefix. */
function withoutPrefix({ dial_prefix: prefix }: OutboundRoutesTable, dialled: string): string | undefined {
  if (dialled.startsWith('+')) return dialled
  return dialled.startsWith(prefix) ? dialled.slice(prefix.length) : undefined
}

function readNumber({ isDirect, country }: DialledOutside, dialled: string | undefined): string | undefined {
  if (dialled === undefined) return undefined
  return isDirect && isServiceNumber(dialled) ? dialled : readExternalNumber(dialled, country)
}

/** The trunks of a route, in its order. Those that were deleted or disabled are skipped. */
export function trunksOf(
  route: OutboundRoutesTable | undefined,
  enabled: readonly Trunk[],
): readonly Trunk[] {
  const chosen = route ? (JSON.parse(route.trunks) as string[]) : []
  if (chosen.length === 0) return enabled
  return chosen.flatMap((id) => enabled.filter((trunk) => trunk.id === id))
}

/** What the provider gets; undefined: the number as it is. */
export function sentNumber(route: OutboundRoutesTable | undefined, number: string): string | undefined {
  if (!route || (route.number_format === 'e164' && route.send_prefix === '')) return undefined
  const digits = number.replace(/^\+/, '')
  const format = { e164: number, digits, national: nationalNumber(number) ?? digits }
  return `${route.send_prefix}${format[route.number_format]}`
}

/** As it is dialled inside its country: `03012345678`. */
const nationalNumber = (number: string) =>
  parsePhoneNumberFromString(number)?.formatNational().replace(/\D/g, '')
