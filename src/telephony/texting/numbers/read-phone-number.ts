import type { Company } from '../../identity/company.ts'
import { normalizeNumber } from '../../normalize-number.ts'
import { invalidField } from '../../problem.ts'

/** The E.164 form of a number as users of the company write it, if it can be one. */
export const findPhoneNumber = (company: Company, text: string) =>
  normalizeNumber(text, company.profile.address.country)

/** The same, or a 400 that names the field. */
export function readPhoneNumber(company: Company, text: string, pointer: string): string {
  const number = findPhoneNumber(company, text)
  if (number === undefined) throw invalidField(pointer, 'must be a phone number')
  return number
}
