import { type CountryCode, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { countryCode } from '../../normalize-number.ts'

/** Which numbers outside may be called: none, those of the own country, or those of other countries, too. */
export const callingClasses = ['internal', 'national', 'international'] as const
export type CallingClass = (typeof callingClasses)[number]

/** Who may call the numbers of an outbound route: by the country of the number, or from this class on. */
export const routeClasses = ['automatic', ...callingClasses, 'nobody'] as const
export type RouteClass = (typeof routeClasses)[number]

/** The rules of a company for numbers outside. */
export interface NumberRules {
  /** codes of countries, for the class `international`; null: all */
  readonly allowedCountries: readonly string[] | null
  /** beginnings of numbers (`+252`) that nobody may call */
  readonly deniedPrefixes: readonly string[]
  /** whether premium-rate, shared-cost and satellite numbers may be called */
  readonly allowsSpecialRates: boolean
}

/** Satellites, international networks, universal personal numbers, shared cost and premium rate. */
const specialCallingCodes = new Set(['808', '870', '878', '881', '882', '883', '888', '979'])
const specialTypes = new Set(['PREMIUM_RATE', 'SHARED_COST'])

/** Networks ignore digits at the end that are too many, so a longer number is judged by its beginning. */
const MAX_SURPLUS_DIGITS = 5

/**
 * Whether a number outside may be called. Every path that dials over a trunk asks here, with the class of the extension
 * whose phone or setting dials it, and that of the outbound route. Emergency calls do not ask.
 */
export function mayCall(
  callingClass: CallingClass,
  rules: NumberRules,
  number: string,
  homeCountry: string,
  needed: RouteClass = 'automatic',
): boolean {
  if (needed === 'nobody') return false
  const rank = (name: CallingClass) => callingClasses.indexOf(name)
  if (needed === 'automatic' ? callingClass === 'internal' : rank(callingClass) < rank(needed)) return false
  if (rules.deniedPrefixes.some((prefix) => number.startsWith(prefix))) return false
  // A service number of the own country.
  if (!number.startsWith('+')) return true
  const { country, callingCode, isSpecial } = describeNumber(number)
  if (isSpecial && !rules.allowsSpecialRates) return false
  // Whoever has made the route has chosen the countries.
  if (needed !== 'automatic') return true
  // A number of no known country belongs to those that share its calling code.
  const isOf = (code: CountryCode) =>
    country === undefined ? getCountryCallingCode(code) === callingCode : country === code
  if (isOf(countryCode(homeCountry))) return true
  if (callingClass !== 'international') return false
  return rules.allowedCountries?.some((code) => isOf(code as CountryCode)) ?? true
}

function describeNumber(e164: string) {
  for (let surplus = 0; surplus <= MAX_SURPLUS_DIGITS; surplus += 1) {
    const number = parsePhoneNumberFromString(e164.slice(0, e164.length - surplus))
    if (!number?.isValid()) continue
    const { country, countryCallingCode: callingCode } = number
    const isSpecial = specialCallingCodes.has(callingCode) || specialTypes.has(number.getType() ?? '')
    return { country, callingCode: String(callingCode), isSpecial }
  }
  // Not assigned, as the numbers of examples.
  const { country, countryCallingCode: callingCode = '' } = parsePhoneNumberFromString(e164) ?? {}
  return { country, callingCode: String(callingCode), isSpecial: specialCallingCodes.has(callingCode) }
}

export const limitNames = ['company_calls', 'company_minutes', 'trunk_calls', 'trunk_minutes'] as const
export type LimitName = (typeof limitNames)[number]

/** How much may be called outside; null: no limit. */
export interface CallLimits {
  /** at once */
  readonly calls: number | null
  /** within 24 hours */
  readonly minutes: number | null
}

export interface OutsideUse {
  readonly calls: number
  readonly seconds: number
}

/** The limit that another call would exceed; undefined: it may be made. */
export function findReachedLimit(
  company: { readonly limits: CallLimits; readonly use: OutsideUse },
  trunk: { readonly limits: CallLimits; readonly use: OutsideUse },
): LimitName | undefined {
  const usedUp = ({ limits, use }: typeof company) => use.seconds >= (limits.minutes ?? Infinity) * 60
  const isFull = ({ limits, use }: typeof company) => use.calls >= (limits.calls ?? Infinity)
  if (usedUp(company)) return 'company_minutes'
  if (usedUp(trunk)) return 'trunk_minutes'
  if (isFull(company)) return 'company_calls'
  return isFull(trunk) ? 'trunk_calls' : undefined
}

/** The connections over trunks that we have dialled and that have not ended, by the PBX's ids. */
export interface OutgoingCalls {
  /** Counts a connection, unless that would exceed a limit: returns which. */
  admit(id: string, trunk: string): Promise<LimitName | undefined>
  /** Counts a connection that exists already. */
  adopt(id: string, trunk: string): Promise<void>
  release(id: string): void
  /** Those whose company or trunk has used up its minutes. */
  listExhausted(): Promise<readonly { readonly id: string; readonly limit: LimitName }[]>
}
