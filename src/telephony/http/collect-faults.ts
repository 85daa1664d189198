import { type Fault, invalid, Problem } from '../problem.ts'

/** Runs all checks in order, and throws one 400 with the faults of all. Any other problem is thrown at once. */
export async function collectFaults<Results extends unknown[]>(
  ...checks: { [Index in keyof Results]: () => Results[Index] | Promise<Results[Index]> }
): Promise<Results> {
  const faults: Fault[] = []
  const results: unknown[] = []
  for (const check of checks) {
    try {
      results.push(await check())
    } catch (error) {
      if (!(error instanceof Problem && error.status === 400 && error.errors)) throw error
      faults.push(...error.errors)
    }
  }
  if (faults.length > 0) throw invalid(faults)
  return results as Results
}
