import type { Logger } from '../../../platform/log.ts'

export interface WokenWork {
  /** Starts a run. Runs never overlap: a call during a run starts another one afterwards. */
  wake(): void
  /** Starts no more runs, and waits for the current one. */
  stop(): Promise<void>
}

/** A job that runs whenever it is woken. What fails waits for the next run. */
export function createWokenWork(log: Logger, name: string, work: () => Promise<void>): WokenWork {
  let running: Promise<void> | undefined
  let again = false
  let stopped = false

  async function run(): Promise<void> {
    do {
      again = false
      await work().catch((error) => log.warn({ err: error }, `${name} failed; trying again`))
    } while (again && !stopped)
    running = undefined
  }

  return {
    wake() {
      again = true
      if (!stopped) running ??= run()
    },
    async stop() {
      stopped = true
      await running
    },
  }
}
