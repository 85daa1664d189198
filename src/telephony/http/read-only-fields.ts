import { isDeepStrictEqual } from 'node:util'
import { type Fault, invalid } from '../problem.ts'

/**
 * Clients send whole objects back, so read-only fields are accepted if unchanged. A changed one is an error, which must
 * not pass silently.
 */
export function checkReadOnlyFields(given: object, stored: object, names: readonly string[]): void {
  const faults: Fault[] = []
  for (const name of names) {
    if (!Object.hasOwn(given, name)) continue
    const value = (given as Record<string, unknown>)[name]
    if (!isDeepStrictEqual(value, (stored as Record<string, unknown>)[name])) {
      faults.push({ pointer: `/${name}`, detail: 'cannot be changed' })
    }
  }
  if (faults.length > 0) throw invalid(faults)
}
