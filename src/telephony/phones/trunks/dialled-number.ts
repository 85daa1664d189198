import { normalizeNumber } from '../../normalize-number.ts'
import { isEmergencyNumber } from '../extension-data/emergency-numbers.ts'

/** Internal numbers have two to six digits, and no zero at the beginning. */
export const isInternalNumber = (dialled: string) => /^[1-9]\d{1,5}$/.test(dialled)

/** The E.164 form of a number outside, as dialled in the country; undefined if it cannot be one. */
export const readExternalNumber = (dialled: string, country: string): string | undefined =>
  !isInternalNumber(dialled) && /^\+?\d{3,20}$/.test(dialled) ? normalizeNumber(dialled, country) : undefined

/** A number that only a provider knows, such as a directory service: no extension has it. It is sent as it is dialled. */
export const isServiceNumber = (dialled: string) => /^[1-9]\d{2,5}$/.test(dialled)

export const isEmergencyCall = (dialled: string, country: string) =>
  /^\d{2,6}$/.test(dialled) && isEmergencyNumber(Number(dialled), country)
