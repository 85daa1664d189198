import { containsPattern } from '../../../platform/database/statements/contains-pattern.ts'
/**
 * A pattern for LIKE (with '\' as its escape) that finds the words anywhere. A phone number is reduced to its digits,
 * as it is stored.
 */
export function searchPattern(search: string): string {
  const words = search.trim().toLowerCase()
  const isNumber = /^[+\d][\d\s().-]*$/.test(words) || /^\(\d[\d\s().-]*$/.test(words)
  const wanted = isNumber ? words.replace(/\D/g, '') : words
  return containsPattern(wanted)
}
