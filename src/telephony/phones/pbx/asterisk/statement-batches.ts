import type { AsteriskRow, PhoneStatement, RunPhoneStatement } from './phone-store.ts'

export interface BoundStatement {
  readonly name: PhoneStatement
  readonly values: readonly string[]
}

interface Waiting extends BoundStatement {
  done(rows: readonly Partial<AsteriskRow>[]): void
  failed(error: Error): void
}

/** More would block others for too long. */
const MOST_AT_ONCE = 200

/**
 * Group commit: statements that come while others run share the next transaction, so that an import does not wait for
 * the disk once for each phone. They succeed or fail together.
 */
export function createStatementBatches(
  runAll: (statements: readonly BoundStatement[]) => Promise<readonly (readonly Partial<AsteriskRow>[])[]>,
  failure: (error: unknown) => Error,
): RunPhoneStatement {
  const waiting: Waiting[] = []
  let isRunning = false

  async function runWaiting(): Promise<void> {
    isRunning = true
    // Others that are ready at this moment join.
    await Promise.resolve()
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MOST_AT_ONCE)
      try {
        const results = await runAll(batch)
        for (const [index, { done }] of batch.entries()) done(results[index]!)
      } catch (error) {
        for (const { failed } of batch) failed(failure(error))
      }
    }
    isRunning = false
  }

  return (name, values = []) =>
    new Promise((done, failed) => {
      waiting.push({ name, values, done, failed })
      if (!isRunning) void runWaiting()
    })
}
