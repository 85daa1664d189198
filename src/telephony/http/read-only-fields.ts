import { isDeepStrictEqual } from 'node:util'
import { type Fault, invalid } from '../problem.ts'

/**
 * Clients send whole objects back, so the fields that identify an object are accepted if unchanged. A changed one is an
 * error, which must not pass silently. Fields that change without the client, such as the state of a phone, are not
 * named here: they are ignored.
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
